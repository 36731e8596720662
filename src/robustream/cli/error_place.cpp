// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/error_place.hpp>

#include <cstddef>

#include <robustream/base/format.hpp>

namespace robustream::cli {
namespace {

using Part = io::StreamReader::Part;

Part part_of(StatusCode code) {
  switch (code) {
    case StatusCode::non_finite_response:
    case StatusCode::response_length: return Part::y;
    case StatusCode::non_finite_weight:
    case StatusCode::negative_weight:
    case StatusCode::zero_weight_sum:
    case StatusCode::weight_overflow:
    case StatusCode::weight_length: return Part::w;
    default: return Part::x;
  }
}

const std::string& dataset_of(const io::FileInfo& info, Part part) {
  return part == Part::x ? info.x_name : part == Part::y ? info.y_name : info.w_name;
}

double element(const io::Block& block, const void* values, std::int64_t at) {
  const auto i = static_cast<std::size_t>(at);
  if (block.element == io::Element::float32) return static_cast<double>(static_cast<const float*>(values)[i]);
  return static_cast<const double*>(values)[i];
}

double value_at(const io::Block& block, Part part, std::int64_t row, std::int64_t column) {
  if (part == Part::x) return element(block, block.x, row * block.columns + column);
  return element(block, part == Part::y ? block.y : block.w, row);
}

// What is wrong with the batch; its own text counts rows in the batch, so it is used only where it names no row.
std::string reason(const io::Block& block, const Status& status, Part part) {
  if (status.row() < 0 || (part == Part::x && status.column() < 0)) return status.message();
  const std::string value = format_number(value_at(block, part, status.row(), status.column()));
  const char* wanted = part == Part::w ? "a finite number, 0 or above, is needed" : "a finite number is needed";
  return value + " where " + wanted + " (rows and columns count from 0)";
}

}  // namespace

ErrorPlace error_place(const io::StreamReader& reader, const io::Block& block, const Status& status) {
  const Part part = part_of(status.code());
  ErrorPlace place;
  place.where = reader.locate(block, part, status.row(), status.column());
  place.status = Status(status.code(), place.where + ": " + reason(block, status, part));
  const io::Segment source = reader.source_of(block, status.row() < 0 ? 0 : status.row());
  const io::FileInfo& info = reader.files()[static_cast<std::size_t>(source.file)];
  place.details = {{"file", info.file.name}, {"dataset", dataset_of(info, part)}};
  if (status.row() >= 0) {
    place.details["row"] = source.first_row;
    place.status.at(source.first_row, status.column());
  }
  if (status.column() >= 0) {
    place.details["column"] = status.column();
    place.details["feature"] = reader.feature_names()[static_cast<std::size_t>(status.column())];
  }
  return place;
}

std::int64_t rows_before(const io::StreamPosition& position) {
  std::int64_t rows = position.next_row;
  for (std::int64_t i = 0; i < position.file; ++i) rows += position.files[static_cast<std::size_t>(i)].rows;
  return rows;
}

}  // namespace robustream::cli

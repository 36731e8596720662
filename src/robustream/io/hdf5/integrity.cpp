// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/integrity.hpp>

#include <algorithm>
#include <limits>

#include <robustream/io/hdf5/superblock.hpp>
#include <robustream/io/hdf5/virtual_sources.hpp>

namespace robustream::io::hdf5 {
namespace {

void check_filters(const DatasetFacts& facts, const Place& place, Findings& findings) {
  for (const Filter& filter : facts.filters) {
    if (!filter.available) {
      add(findings, place, Severity::error, StatusCode::missing_filter,
          "compressed with filter " + filter.name +
              ", whose plug-in is not installed here; set HDF5_PLUGIN_PATH to its folder");
    }
    if (filter.id == H5Z_FILTER_SCALEOFFSET && facts.element.floating) {
      add(findings, place, Severity::warning, StatusCode::ok,
          "float data behind the scaleoffset filter: rounded when written, and every NaN was lost");
    }
  }
}

/// The first chunk that was never written, given that some are.
bool first_missing(const Dataset& dataset, const DatasetFacts& facts, hsize_t* start) {
#if H5_VERSION_GE(1, 10, 5)
  const std::size_t rank = facts.shape.size();
  std::fill(start, start + rank, 0);
  for (;;) {
    unsigned mask = 0;
    haddr_t address = HADDR_UNDEF;
    hsize_t bytes = 0;
    if (H5Dget_chunk_info_by_coord(dataset.id(), start, &mask, &address, &bytes) < 0 || address == HADDR_UNDEF) {
      H5Eclear2(H5E_DEFAULT);
      return true;
    }
    std::size_t axis = rank;
    while (axis > 0) {
      --axis;
      start[axis] += static_cast<hsize_t>(facts.chunk[axis]);
      if (start[axis] < static_cast<hsize_t>(facts.shape[axis])) break;
      start[axis] = 0;
      if (axis == 0) return false;
    }
  }
#else
  (void)dataset, (void)facts, (void)start;
  return false;
#endif
}

void check_chunks(const Dataset& dataset, const DatasetFacts& facts, const Place& place, Findings& findings) {
  double expected = 1.0;
  for (std::size_t i = 0; i < facts.shape.size(); ++i) {
    expected *= static_cast<double>((facts.shape[i] - 1) / facts.chunk[i] + 1);
  }
  if (expected > 1e15) {
    add(findings, place, Severity::error, StatusCode::file_damaged, "has more chunks than any file holds");
    return;
  }
#if H5_VERSION_GE(1, 10, 5)
  Space space(H5Dget_space(dataset.id()));
  hsize_t written = 0;
  if (!space.valid() || H5Dget_num_chunks(dataset.id(), space.id(), &written) < 0) {
    add(findings, place, failure(StatusCode::file_damaged, "its index of chunks cannot be read"));
    return;
  }
  if (static_cast<double>(written) >= expected) return;
  std::string where;
  hsize_t start[H5S_MAX_RANK] = {0};
  std::int64_t row = 0, column = -1;
  // Finding the place walks the index once a chunk; for huge sparse datasets the count must do.
  if (written < 20000 && first_missing(dataset, facts, start)) {
    row = static_cast<std::int64_t>(start[0]);
    where = ", the first at row " + std::to_string(row);
    if (facts.shape.size() > 1) {
      column = static_cast<std::int64_t>(start[1]);
      where += ", column " + std::to_string(column);
    }
  }
  add(findings, place, Severity::error, StatusCode::file_damaged,
      std::to_string(static_cast<std::int64_t>(expected) - static_cast<std::int64_t>(written)) + " of " +
          std::to_string(static_cast<std::int64_t>(expected)) + " chunks were never written" + where +
          "; HDF5 would hand out its fill value",
      row, column);
#endif
}

/// The file that the dataset lies in: another one than was opened when an external link leads there.
std::string home_of(const Dataset& dataset, const Place& place) {
  char name[4096] = "";
  const ssize_t length = H5Fget_name(dataset.id(), name, sizeof name);
  H5Eclear2(H5E_DEFAULT);
  return length > 0 && length < static_cast<ssize_t>(sizeof name) ? name : place.file;
}

void check_contiguous(const Dataset& dataset, const DatasetFacts& facts, const Place& place, Findings& findings) {
  const haddr_t offset = H5Dget_offset(dataset.id());
  H5Eclear2(H5E_DEFAULT);
  if (offset == HADDR_UNDEF || facts.stored_bytes == 0) {
    add(findings, place, Severity::error, StatusCode::file_damaged,
        "never written (no space in the file); HDF5 would hand out its fill value", 0);
    return;
  }
  const std::int64_t size = current_size(home_of(dataset, place));
  const double needed = static_cast<double>(facts.elements()) * static_cast<double>(facts.element.bytes);
  if (static_cast<double>(facts.stored_bytes) < needed ||
      (size >= 0 && static_cast<double>(offset) + needed > static_cast<double>(size))) {
    add(findings, place, Severity::error, StatusCode::file_damaged,
        "its data reach beyond the end of the file: " + std::to_string(facts.elements()) + " elements at offset " +
            std::to_string(offset) + " of " + std::to_string(size) + " bytes");
  }
}

/// Conventions of other libraries that change what the stored numbers mean.
void check_conventions(const Dataset& dataset, const Place& place, Findings& findings) {
  double value = 0.0;
  if ((read_number_attribute(dataset.id(), "scale_factor", value) && value != 1.0) ||
      (read_number_attribute(dataset.id(), "add_offset", value) && value != 0.0)) {
    add(findings, place, Severity::warning, StatusCode::ok,
        "has attributes scale_factor or add_offset (netCDF packing), which are not applied: numbers as stored are "
        "used");
  }
  for (const char* name : {"_FillValue", "missing_value"}) {
    if (read_number_attribute(dataset.id(), name, value) && value == value) {
      add(findings, place, Severity::warning, StatusCode::ok,
          std::string("has an attribute ") + name +
              " that marks missing values; these are read as numbers, only NaN is known as missing");
      return;
    }
  }
}

}  // namespace

void add(Findings& findings, const Place& place, Severity severity, StatusCode code, std::string text, std::int64_t row,
         std::int64_t column) {
  findings.push_back({severity, code, place.file, place.dataset, row, column, std::move(text)});
}

void add(Findings& findings, const Place& place, const Status& status) {
  if (status.ok()) return;
  std::string text = status.message();
  const std::string prefix = place.file + ": ";
  if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
  add(findings, place, Severity::error, status.code(), std::move(text), status.row(), status.column());
}

void check_storage(const File& file, const Dataset& dataset, const DatasetFacts& facts, const Place& place,
                   LinkPolicy policy, Findings& findings) {
  Session session;
  check_filters(facts, place, findings);
  check_conventions(dataset, place, findings);
  if (facts.element.wide) {
    add(findings, place, Severity::note, StatusCode::ok,
        facts.element.text + " is wider than float64: integers beyond 2^53 are rounded");
  }
  if (facts.elements() == 0) return;
  switch (facts.storage) {
    case StorageKind::compact: break;
    case StorageKind::contiguous: check_contiguous(dataset, facts, place, findings); break;
    case StorageKind::chunked: check_chunks(dataset, facts, place, findings); break;
    case StorageKind::external: check_external(dataset, facts, place, policy, findings); break;
    case StorageKind::virtual_source:
      check_virtual(file, home_of(dataset, place), dataset, facts, place, policy, findings);
      break;
  }
}

}  // namespace robustream::io::hdf5

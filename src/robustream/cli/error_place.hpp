// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include <robustream/base/status.hpp>
#include <robustream/cli/console.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::cli {

/// A refused batch in the user's terms: the estimator counts rows in the batch, people in the file.
struct ErrorPlace {
  std::string where;  ///< "b.h5: /X: row 4, column 1 (pressure)"
  Status status;      ///< the same code; where, what, and row and column of the file
  Json details;       ///< file, dataset, row, column, for the JSON document
};
ErrorPlace error_place(const io::StreamReader& reader, const io::Block& block, const Status& status);

/// Rows of the stream before a position.
std::int64_t rows_before(const io::StreamPosition& position);

}  // namespace robustream::cli

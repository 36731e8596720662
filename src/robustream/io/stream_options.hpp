// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>

namespace robustream::io {

/// How a matrix is laid out in the file. Never guessed: a square X would be read transposed without a word.
enum class Layout {
  rows_first,    ///< (rows, features), as NumPy and C write it
  columns_first  ///< (features, rows), as Fortran, Julia, R and MATLAB write it
};

/// What is done with a row that holds NaN in a column that is used, in y or in w.
enum class Missing {
  error,  ///< the row is delivered; the estimator refuses the batch and names the row
  drop    ///< the row is left out and counted
};

/// Element type of a delivered block. X, y and w share it.
enum class Element { float64, float32 };

/// Memory for blocks, e.g. page-locked memory for a device. Both functions or none; `allocate` returns nullptr when
/// there is no memory, aligned to 64 bytes otherwise. Called from one thread at a time.
struct BlockMemory {
  void* (*allocate)(std::size_t bytes) = nullptr;
  void (*release)(void* memory, std::size_t bytes) = nullptr;
};

/// What to read from each file of a stream, and how.
///
/// Two forms. Matrix (dataset empty): datasets x, y and w. Table (dataset set): a one-dimensional compound dataset, or
/// a group of one-dimensional datasets ("/" for the root), one a column; then response names the column of y, and w,
/// if asked for, the column of weights.
struct StreamOptions {
  // Changes what is read.
  /// X of the matrix form: rows x features, or features x rows with columns_first; one dimension is one feature.
  std::string x = "/X";
  /// y of the matrix form: one entry a row, shape (rows), (rows, 1) or (1, rows).
  std::string y = "/y";
  /// Weights: a dataset in the matrix form, a column in the table form. Absent is fine unless required; "" is none.
  /// The table form reads weights only when w_required is set (a column called w may be a feature).
  std::string w = "/w";
  /// A missing w is dataset_not_found (set it when the user named w).
  bool w_required = false;
  /// false: a file without y is read too and its blocks have no y (for predictions).
  bool y_required = true;
  /// Compound dataset or group of the table form; empty: matrix form.
  std::string dataset;
  /// Features to use, in this order. Empty: all, in the order of the file (a group: creation order if it was recorded,
  /// else alphabetical; without the response, the weights and dimension scales). For a matrix without names these are
  /// the names of its columns, one each.
  std::vector<std::string> columns;
  /// Column of y in the table form.
  std::string response;
  Layout layout = Layout::rows_first;
  Missing missing = Missing::error;
  /// Rows of a batch, exact whatever the chunks are; >= 1. Rows dropped for missing values are counted before dropping.
  std::int64_t batch = 65536;
  /// true: a batch goes on in the next file, so only the last batch of the stream is short.
  bool across_files = false;
  /// Follow external links and read raw data from external files.
  bool allow_external_links = false;
  /// true: a file of 0 rows is passed over and listed in warnings(); false: it is no_rows.
  bool skip_empty = false;
  /// float32 is exact only where the file holds no more (StreamReader::native_float()); wider values are rounded.
  Element element = Element::float64;

  // Changes only speed.
  /// Read the next batch on a thread of the reader while the caller works on this one.
  bool prefetch = true;
  BlockMemory memory;
};

/// ok, or invalid_option naming the option and its range.
Status validate(const StreamOptions& options);

const char* name(Layout layout) noexcept;
const char* name(Missing missing) noexcept;
/// Reads "rows-first" / "columns-first" and "error" / "drop"; invalid_option lists the valid names.
Status parse(const std::string& text, Layout& layout);
Status parse(const std::string& text, Missing& missing);

}  // namespace robustream::io

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::io {

/// How a dataset is stored.
struct Storage {
  std::int64_t chunk_rows = 8192;  ///< rows of a chunk; 0: contiguous, without filters
  int gzip = 0;                    ///< deflate level 0-9, 0: none
  bool shuffle = false;
  bool fletcher32 = true;  ///< a checksum a chunk
};

/// One vector of a result, named as its dataset: "prediction", "residual", "robustness_weight".
struct ResultColumn {
  std::string name;
  const double* values = nullptr;
};

/// Writes HDF5 files block by block: results of predict, and streams that StreamReader reads back.
///
/// The file appears under its name only when finish() returns ok; until then it is "<path>.tmp", which is removed when
/// the writer ends without finish() or after an error. An existing file is replaced by finish().
class HDF5Writer {
 public:
  HDF5Writer();
  ~HDF5Writer();
  HDF5Writer(HDF5Writer&&) noexcept;
  HDF5Writer& operator=(HDF5Writer&&) noexcept;
  HDF5Writer(const HDF5Writer&) = delete;
  HDF5Writer& operator=(const HDF5Writer&) = delete;

  /// A file of vectors /NAME (float64), all of the same length, which grows with append().
  /// invalid_option (no names, chunk_rows < 1), file_access with errno's text, out_of_memory.
  Status create_results(const std::string& path, const std::vector<std::string>& names, const Storage& storage = {});
  /// A stream: /X (rows x features), /y and, if weighted, /w, with attribute "feature_names" on X (no names: none).
  /// chunk_rows 0 needs the exact number of rows in `rows`; otherwise `rows` is 0 and the file grows.
  Status create_stream(const std::string& path, std::int64_t features, const std::vector<std::string>& names,
                       bool weighted, Element element, std::int64_t rows, const Storage& storage = {});

  /// Text attribute of the file ("/"), e.g. the command or the seed behind it. After create_*, before finish().
  Status set_attribute(const std::string& name, const std::string& value);
  Status set_attribute(const std::string& name, const std::vector<double>& values);

  /// Appends `rows` values of each column, in the order of `names` at creation; columns may not be missing.
  Status append(std::int64_t rows, const std::vector<ResultColumn>& columns);
  /// Appends rows of a stream: X row-major; w is nullptr exactly when the stream is unweighted. Values are converted to
  /// the stream's element type.
  Status append(std::int64_t rows, const double* x, const double* y, const double* w);

  /// Closes, syncs and renames. no more appends after this. file_access with errno's text otherwise.
  Status finish();
  std::int64_t rows() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace robustream::io

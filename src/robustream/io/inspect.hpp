// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/io/finding.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::io {

/// One dataset as it is stored.
struct DatasetInfo {
  std::string path;
  std::vector<std::int64_t> shape;
  std::string type;                  ///< e.g. "float64", "int16 big-endian", "compound(air: float64, loss: int32)"
  bool numeric = false;              ///< can be read as real numbers
  std::string storage;               ///< "contiguous", "compact", "chunked", "virtual" or "external"
  std::vector<std::int64_t> chunk;   ///< extents of a chunk, empty unless chunked
  std::vector<std::string> filters;  ///< in the order of application, e.g. "shuffle", "gzip(4)", "fletcher32"
  bool checksummed = false;          ///< damage in the data is noticed on reading (fletcher32, or gzip's own sum)
  std::int64_t stored_bytes = 0;     ///< in the file, after filters
  std::vector<std::string> names;    ///< attribute "columns", "feature_names" or "names", if any
  std::vector<std::string> sources;  ///< files and datasets of a virtual dataset, or external raw files
};

/// What is in one HDF5 file.
struct FileReport {
  std::string file;
  std::int64_t bytes = 0;
  std::vector<DatasetInfo> datasets;        ///< at most 10,000, in the order met
  std::vector<std::string> external_links;  ///< "path -> file: object", not followed
  Findings findings;                        ///< every trap met, worst first
  std::int64_t rows = 0;                    ///< of the stream, 0 if it cannot be read as one
  std::int64_t features = 0;
  std::int64_t bad_rows = 0;   ///< validate: rows with NaN or Inf in X or y, or NaN, Inf or < 0 in w
  std::int64_t read_rows = 0;  ///< validate: rows that were read and looked at

  /// No finding is an error.
  bool sound() const;
};

/// Reads metadata only, and checks the file against `options` as StreamReader::open does, collecting what is wrong
/// instead of stopping at it. ok with the report filled, also for damaged files (see report.findings);
/// out_of_memory or internal otherwise.
Status inspect_file(const std::string& file, const StreamOptions& options, FileReport& report);

/// Called with rows read so far and all rows; false stops with `cancelled`.
using ReadProgress = std::function<bool(std::int64_t done, std::int64_t total)>;

/// inspect_file, then reads the rows of the stream through: chunks that cannot be read, NaN and Inf, negative weights,
/// constant columns, values beyond float32, data without checksums. At most 100 findings of one kind are listed, then
/// counted. Memory as StreamReader's. ok with the report filled, also for damaged files.
Status validate_file(const std::string& file, const StreamOptions& options, FileReport& report,
                     const ReadProgress& progress = {});

}  // namespace robustream::io

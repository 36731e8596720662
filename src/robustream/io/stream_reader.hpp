// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/io/finding.hpp>
#include <robustream/io/position.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::io {

/// Rows of one file that lie one after the other in a block.
struct Segment {
  std::int64_t file = 0;       ///< index in the list of files
  std::int64_t first_row = 0;  ///< row in that file
  std::int64_t rows = 0;       ///< before rows with missing values were dropped
};

/// One batch, in memory of the reader: valid until the next call of next(), seek(), stop() or the reader's end.
struct Block {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Element element = Element::float64;
  const void* x = nullptr;            ///< rows x columns, row-major, no padding
  const void* y = nullptr;            ///< rows entries; nullptr only when the file has none and y_required is false
  const void* w = nullptr;            ///< rows entries; nullptr without weights
  std::vector<Segment> segments;      ///< where the rows come from; one unless across_files
  std::vector<std::int64_t> dropped;  ///< rows left out, counted in the batch as read, ascending
  bool end_of_file = false;           ///< the last row of a file is in this block
  bool end_of_stream = false;         ///< nothing follows

  /// T is double for float64 and float for float32.
  template <class T> const T* x_as() const { return static_cast<const T*>(x); }
  template <class T> const T* y_as() const { return static_cast<const T*>(y); }
  template <class T> const T* w_as() const { return static_cast<const T*>(w); }
};

/// What open() learned about one file.
struct FileInfo {
  StreamFile file;
  bool weighted = false;
  bool has_response = true;
  bool native_float = false;  ///< float32 holds every stored value exactly (float16/32, integers of at most 16 bits)
  std::string x_name;         ///< dataset of X (matrix form), or the table or group
  std::string y_name;
  std::string w_name;
};

/// Reads the rows of HDF5 files, in the order of the files, as batches of exactly options.batch rows.
///
/// Memory: two blocks (one with prefetch off), a buffer of at most 8 MiB and a chunk cache of at most 24 MiB, whatever
/// the size of the files; one file is open at a time. Every chunk is decompressed once when a row of chunks fits the
/// cache, else once for each batch that it reaches into.
///
/// One reader belongs to one thread at a time; different readers may run in different threads. HDF5 calls of this
/// library are serialised by one lock in the process. Nothing is printed; the thread takes no signals.
class StreamReader {
 public:
  StreamReader();
  ~StreamReader();  ///< stops and joins the prefetch thread
  StreamReader(StreamReader&&) noexcept;
  StreamReader& operator=(StreamReader&&) noexcept;
  StreamReader(const StreamReader&) = delete;
  StreamReader& operator=(const StreamReader&) = delete;

  /// Checks every file before the first row is read: it is there and whole, its datasets exist, hold real numbers,
  /// fit together and are written throughout, its filters are installed, names and number of columns agree from file
  /// to file. On ok the reader stands before the first row.
  ///
  /// Otherwise nothing is open and the message names file, dataset and position: invalid_option, file_not_found,
  /// file_access, file_damaged, dataset_not_found, shape_mismatch (with a hint when X is transposed), feature_count,
  /// feature_names, unsupported_data, missing_filter, external_link, missing_source, no_rows, no_features,
  /// out_of_memory.
  Status open(const std::vector<std::string>& files, const StreamOptions& options = {});

  bool is_open() const;
  const StreamOptions& options() const;
  std::int64_t features() const;
  /// From options.columns, from an attribute "columns", "feature_names" or "names" of X, or from the names of the
  /// columns of a table; else x0, x1, ...
  const std::vector<std::string>& feature_names() const;
  /// false when the names are x0, x1, ...
  bool has_feature_names() const;
  const std::vector<FileInfo>& files() const;
  std::int64_t total_rows() const;
  bool weighted() const;
  bool has_response() const;
  /// Whether every file may be delivered as float32 without rounding.
  bool native_float() const;
  /// What does not stop the stream but should be known, e.g. float data behind the scale-offset filter.
  const Findings& warnings() const;

  /// The next batch. ok with block.rows > 0; at the end ok with block.rows == 0 and end_of_stream. A batch whose rows
  /// were all dropped is passed over. file_damaged (with the chunk), file_access, out_of_memory or cancelled
  /// otherwise; the position has then not moved, and the next call returns the same status until seek().
  Status next(Block& block);

  /// Rows left out so far because of missing values.
  std::int64_t dropped_rows() const;

  /// First row that next() has not delivered: what a checkpoint keeps.
  StreamPosition position() const;
  /// Goes to a saved position; what is being prefetched is dropped. checkpoint_mismatch lists what differs (see
  /// check_resume); the reader then stands where it stood.
  Status seek(const StreamPosition& position);
  /// Back to the first row.
  Status rewind();

  /// File, dataset and row of the file behind row `row` of `block` (a row that the estimator refused), e.g.
  /// "b.h5: /X: row 4, column 1 (pressure)"; row -1 gives the files of the block, column -1 leaves out the column.
  enum class Part { x, y, w };
  std::string locate(const Block& block, Part part, std::int64_t row, std::int64_t column = -1) const;
  /// File index and row in that file behind row `row` of `block`.
  Segment source_of(const Block& block, std::int64_t row) const;

  /// Ends prefetching and joins its thread, waiting for at most one HDF5 call. May be called at any time from the
  /// reader's thread; next() then returns cancelled until seek() or rewind().
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace robustream::io

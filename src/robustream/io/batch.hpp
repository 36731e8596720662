// SPDX-License-Identifier: BSD-3-Clause
// Internal: cuts the rows of a list of files into batches.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <robustream/io/plan.hpp>
#include <robustream/io/source.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::io {

/// A row of a list of files; `file` is the number of files at the end.
struct Cursor {
  std::int64_t file = 0;
  std::int64_t row = 0;
};

/// Memory of one batch, its block, and where the stream stands after it.
class Batch {
 public:
  Batch() = default;
  ~Batch() { release(); }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// Room for `rows` rows; kept if it is there already. out_of_memory otherwise.
  Status reserve(std::int64_t rows, std::int64_t features, bool with_y, bool with_w, const StreamOptions& options);
  /// The place of row `row`.
  RowBuffers at(std::int64_t row) const;

  Block block;
  Cursor after;
  std::int64_t passed_over = 0;  ///< rows dropped for this block, those of empty batches before it included

 private:
  void release();
  void* allocate(std::int64_t bytes);

  std::int64_t rows_ = 0, features_ = 0, x_bytes_ = 0, vector_bytes_ = 0;
  Element element_ = Element::float64;
  BlockMemory memory_;
  void *x_ = nullptr, *y_ = nullptr, *w_ = nullptr;
};

/// Reads batch after batch. Used by one thread at a time.
class BatchReader {
 public:
  BatchReader(std::vector<FilePlan> plans, StreamOptions options);

  /// The batch at the cursor; the cursor moves on. At the end ok with 0 rows. On failure the cursor stays.
  Status read(Batch& batch, const std::atomic<bool>& stop);
  void go_to(Cursor cursor);
  /// The same place, not at the end of a file.
  Cursor normalised(Cursor cursor) const;

  const std::vector<FilePlan>& plans() const { return plans_; }
  const StreamOptions& options() const { return options_; }
  bool has_response() const { return !plans_.empty() && !plans_[0].y.empty(); }
  bool weighted() const { return !plans_.empty() && !plans_[0].w.empty(); }
  std::int64_t features() const { return plans_.empty() ? 0 : plans_[0].features(); }

 private:
  Status fill(Batch& batch, Cursor& at, const std::atomic<bool>& stop);

  std::vector<FilePlan> plans_;
  StreamOptions options_;
  Cursor cursor_;
  std::int64_t largest_batch_ = 0;
  std::unique_ptr<Source> source_;
  std::int64_t source_file_ = -1;
};

/// Removes the rows with NaN from `rows` rows of a batch, moving the others together; their numbers are appended to
/// `dropped`. Returns the rows that stay.
std::int64_t drop_missing(const RowBuffers& buffers, std::int64_t rows, std::int64_t features,
                          std::vector<std::int64_t>& dropped);

}  // namespace robustream::io

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/batch.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace robustream::io {
namespace {

/// Large batches lie on huge pages: 500 times fewer page faults when they are first filled, and fewer misses of the
/// TLB for the solver.
constexpr std::int64_t huge_page = std::int64_t{2} << 20;

std::size_t rounded(std::int64_t bytes) {
  const std::int64_t alignment = bytes >= 2 * huge_page ? huge_page : 64;
  return static_cast<std::size_t>((bytes + alignment - 1) / alignment * alignment);
}

template <class T>
std::int64_t drop_rows(const RowBuffers& buffers, std::int64_t rows, std::int64_t features,
                       std::vector<std::int64_t>& dropped) {
  T* x = static_cast<T*>(buffers.x);
  T* y = static_cast<T*>(buffers.y);
  T* w = static_cast<T*>(buffers.w);
  std::int64_t kept = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const T* row = x + i * features;
    bool missing = (y && std::isnan(y[i])) || (w && std::isnan(w[i]));
    for (std::int64_t j = 0; j < features; ++j) missing |= std::isnan(row[j]);
    if (missing) {
      dropped.push_back(i);
      continue;
    }
    if (kept != i) {
      std::copy_n(row, features, x + kept * features);
      if (y) y[kept] = y[i];
      if (w) w[kept] = w[i];
    }
    ++kept;
  }
  return kept;
}

}  // namespace

std::int64_t drop_missing(const RowBuffers& buffers, std::int64_t rows, std::int64_t features,
                          std::vector<std::int64_t>& dropped) {
  return buffers.element == Element::float32 ? drop_rows<float>(buffers, rows, features, dropped)
                                             : drop_rows<double>(buffers, rows, features, dropped);
}

void* Batch::allocate(std::int64_t bytes) {
  const std::size_t size = rounded(bytes);
  if (memory_.allocate) return memory_.allocate(size);
  if (size < 2 * huge_page) return std::aligned_alloc(64, size);
  void* memory = std::aligned_alloc(huge_page, size);
#ifdef MADV_HUGEPAGE
  if (memory) (void)::madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

void Batch::release() {
  const auto release_one = [this](void*& memory, std::int64_t bytes) {
    if (memory && memory_.release) {
      memory_.release(memory, rounded(bytes));
    } else {
      std::free(memory);
    }
    memory = nullptr;
  };
  release_one(x_, x_bytes_);
  release_one(y_, vector_bytes_);
  release_one(w_, vector_bytes_);
  rows_ = 0;
}

Status Batch::reserve(std::int64_t rows, std::int64_t features, bool with_y, bool with_w,
                      const StreamOptions& options) {
  if (rows <= rows_) return {};
  release();
  const auto size = static_cast<std::int64_t>(hdf5::size_of(options.element));
  const std::string text = "no memory for a batch of " + std::to_string(rows) + " rows x " + std::to_string(features) +
                           " columns; use a smaller batch";
  if (rows > std::numeric_limits<std::int64_t>::max() / 4 / size / features) return {StatusCode::out_of_memory, text};
  memory_ = options.memory;
  element_ = options.element;
  features_ = features;
  x_bytes_ = rows * features * size;
  vector_bytes_ = rows * size;
  x_ = allocate(x_bytes_);
  y_ = with_y ? allocate(vector_bytes_) : nullptr;
  w_ = with_w ? allocate(vector_bytes_) : nullptr;
  if (!x_ || (with_y && !y_) || (with_w && !w_)) {
    release();
    return {StatusCode::out_of_memory, text};
  }
  rows_ = rows;
  return {};
}

RowBuffers Batch::at(std::int64_t row) const {
  const auto size = static_cast<std::int64_t>(hdf5::size_of(element_));
  const auto move = [&](void* memory, std::int64_t elements) {
    return memory ? static_cast<void*>(static_cast<char*>(memory) + elements * size) : nullptr;
  };
  return {element_, move(x_, row * features_), move(y_, row), move(w_, row)};
}

BatchReader::BatchReader(std::vector<FilePlan> plans, StreamOptions options)
    : plans_(std::move(plans)), options_(std::move(options)) {
  std::int64_t largest = 0, total = 0;
  for (const FilePlan& plan : plans_) {
    largest = std::max(largest, plan.file.rows);
    // Saturates: only the smaller of this and the batch counts.
    total = std::min(total + std::min(plan.file.rows, options_.batch), options_.batch);
  }
  largest_batch_ = options_.across_files ? total : std::min(largest, options_.batch);
  cursor_ = normalised({});
}

Cursor BatchReader::normalised(Cursor cursor) const {
  const auto count = static_cast<std::int64_t>(plans_.size());
  while (cursor.file < count && cursor.row >= plans_[static_cast<std::size_t>(cursor.file)].file.rows) {
    cursor = {cursor.file + 1, 0};
  }
  return cursor;
}

void BatchReader::go_to(Cursor cursor) { cursor_ = normalised(cursor); }

Status BatchReader::fill(Batch& batch, Cursor& at, const std::atomic<bool>& stop) {
  Block& block = batch.block;
  const auto count = static_cast<std::int64_t>(plans_.size());
  while (block.rows < options_.batch && at.file < count) {
    const FilePlan& plan = plans_[static_cast<std::size_t>(at.file)];
    if (source_file_ != at.file) {
      source_.reset();
      source_file_ = -1;
      if (Status status = open_source(plan, options_, source_); !status) return status;
      source_file_ = at.file;
    }
    const std::int64_t rows = std::min(options_.batch - block.rows, plan.file.rows - at.row);
    if (Status status = source_->read(at.row, rows, batch.at(block.rows), stop); !status) return status;
    block.segments.push_back({at.file, at.row, rows});
    block.rows += rows;
    at.row += rows;
    if (at.row < plan.file.rows) continue;
    block.end_of_file = true;
    at = normalised(at);
    if (!options_.across_files) break;
  }
  block.end_of_stream = at.file >= count;
  return {};
}

Status BatchReader::read(Batch& batch, const std::atomic<bool>& stop) {
  Status status;
  // The last look, which finds nothing, must not cost the memory of a batch.
  if (cursor_.file < static_cast<std::int64_t>(plans_.size())) {
    status = batch.reserve(largest_batch_, features(), has_response(), weighted(), options_);
  }
  if (!status) return status;
  batch.passed_over = 0;
  for (Cursor at = cursor_;;) {
    Block& block = batch.block;
    block = Block();
    status = fill(batch, at, stop);
    if (!status) {
      // What the source was doing is unknown; a later seek starts with a fresh one.
      source_.reset();
      source_file_ = -1;
      return status;
    }
    if (options_.missing == Missing::drop && block.rows > 0) {
      block.rows = drop_missing(batch.at(0), block.rows, features(), block.dropped);
      batch.passed_over += static_cast<std::int64_t>(block.dropped.size());
      if (block.rows == 0) continue;
    }
    const RowBuffers buffers = batch.at(0);
    block.columns = features();
    block.element = buffers.element;
    block.x = buffers.x;
    block.y = buffers.y;
    block.w = buffers.w;
    batch.after = cursor_ = at;
    return {};
  }
}

}  // namespace robustream::io

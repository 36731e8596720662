// SPDX-License-Identifier: BSD-3-Clause
// Rows of tables: records of a compound dataset, or one dataset a column.
#include <algorithm>
#include <cstring>

#include <robustream/io/blocks.hpp>
#include <robustream/io/source.hpp>

namespace robustream::io {
namespace {

/// One read of a record gives its features, its response and its weight.
class RecordSource final : public Source {
 public:
  explicit RecordSource(OpenFile file) : file_(std::move(file)) {}

  Status open(const FilePlan& plan) {
    features_ = plan.features();
    fields_ = plan.columns;
    if (!plan.y.empty()) fields_.push_back(plan.y);
    if (!plan.w.empty()) fields_.push_back(plan.w);
    y_at_ = features_;
    w_at_ = features_ + (plan.y.empty() ? 0 : 1);
    return table_.open(file_, plan.table, plan.file.bytes, 0, cache_budget);
  }

  Status read(std::int64_t first, std::int64_t rows, const RowBuffers& out, const std::atomic<bool>& stop) override {
    hdf5::Type type;
    if (Status status = hdf5::record_type(fields_, out.element, type); !status) return status;
    const auto size = static_cast<std::int64_t>(hdf5::size_of(out.element));
    const auto width = static_cast<std::int64_t>(fields_.size()) * size;
    const std::int64_t row_bytes = std::max(width, static_cast<std::int64_t>(table_.facts.element.bytes));
    const std::int64_t block = block_rows(row_bytes, table_.chunk_extent(0), 1, scratch_budget, scratch_budget);
    if (Status status = scratch_.reserve(std::min(block, rows) * width); !status) return status;
    for (std::int64_t row = first; row < first + rows;) {
      if (stop.load(std::memory_order_relaxed)) return stopped();
      const std::int64_t end = block_end(row, block, first + rows);
      const hdf5::Slab slab{{static_cast<hsize_t>(row), 0}, {static_cast<hsize_t>(end - row), 1}};
      if (Status status = table_.read(file_, slab, type.id(), scratch_.data()); !status) return status;
      if (out.element == Element::float32) {
        split<float>(row - first, end - row, out);
      } else {
        split<double>(row - first, end - row, out);
      }
      row = end;
    }
    return {};
  }

  void find_damage(std::int64_t first, std::int64_t rows, std::size_t limit, Findings& findings) override {
    table_.find_damage(file_, first, rows, 0, limit, findings);
  }

 private:
  template <class T> void split(std::int64_t at, std::int64_t rows, const RowBuffers& out) const {
    const auto width = static_cast<std::int64_t>(fields_.size());
    const T* from = static_cast<const T*>(scratch_.data());
    T* x = static_cast<T*>(out.x) + at * features_;
    T* y = static_cast<T*>(out.y);
    T* w = static_cast<T*>(out.w);
    for (std::int64_t i = 0; i < rows; ++i, from += width, x += features_) {
      std::copy_n(from, features_, x);
      if (y) y[at + i] = from[y_at_];
      if (w) w[at + i] = from[w_at_];
    }
  }

  OpenFile file_;
  OpenDataset table_;
  std::vector<std::string> fields_;  ///< features, then response, then weights
  std::int64_t features_ = 0, y_at_ = 0, w_at_ = 0;
  Scratch scratch_;
};

/// Several columns are read side by side into a buffer, then transposed into rows.
class ColumnSource final : public Source {
 public:
  explicit ColumnSource(OpenFile file) : file_(std::move(file)) {}

  Status open(const FilePlan& plan) {
    const auto count = static_cast<std::int64_t>(plan.columns.size()) + 2;
    x_.resize(plan.columns.size());
    for (std::size_t j = 0; j < x_.size(); ++j) {
      if (Status status = open(x_[j], plan.columns[j], plan, count); !status) return status;
      chunk_rows_ = std::max(chunk_rows_, x_[j].chunk_extent(x_[j].vector_axis()));
    }
    if (!plan.y.empty()) {
      if (Status status = open(y_, plan.y, plan, count); !status) return status;
    }
    if (!plan.w.empty()) {
      if (Status status = open(w_, plan.w, plan, count); !status) return status;
    }
    return {};
  }

  Status read(std::int64_t first, std::int64_t rows, const RowBuffers& out, const std::atomic<bool>& stop) override {
    const auto size = static_cast<std::int64_t>(hdf5::size_of(out.element));
    const auto features = static_cast<std::int64_t>(x_.size());
    // Eight columns fill a cache line of a row; larger chunks than that leaves room for take fewer columns.
    const std::int64_t block = block_rows(size, chunk_rows_, 1, scratch_budget / 8, scratch_budget);
    const std::int64_t stride = std::min(block, rows);
    const std::int64_t group = std::clamp<std::int64_t>(scratch_budget / (stride * size), 1, features);
    if (Status status = scratch_.reserve(stride * group * size); !status) return status;
    for (std::int64_t left = 0; left < features; left += group) {
      const std::int64_t width = std::min(group, features - left);
      for (std::int64_t row = first; row < first + rows;) {
        const std::int64_t end = block_end(row, block, first + rows);
        for (std::int64_t j = 0; j < width; ++j) {
          char* to = static_cast<char*>(scratch_.data()) + j * stride * size;
          const OpenDataset& column = x_[static_cast<std::size_t>(left + j)];
          if (Status status = column.read_vector(file_, row, end - row, out.element, to, stop); !status) return status;
        }
        char* to = static_cast<char*>(out.x) + ((row - first) * features + left) * size;
        transpose(out.element, scratch_.data(), stride, end - row, width, to, features);
        row = end;
      }
    }
    Status status;
    if (out.y) status = y_.read_vector(file_, first, rows, out.element, out.y, stop);
    if (status && out.w) status = w_.read_vector(file_, first, rows, out.element, out.w, stop);
    return status;
  }

  void find_damage(std::int64_t first, std::int64_t rows, std::size_t limit, Findings& findings) override {
    for (const OpenDataset& column : x_) column.find_damage(file_, first, rows, column.vector_axis(), limit, findings);
    for (const OpenDataset* vector : {&y_, &w_}) {
      if (!vector->path.empty()) vector->find_damage(file_, first, rows, vector->vector_axis(), limit, findings);
    }
  }

 private:
  /// Each column may keep a chunk if that is within its share of the budget.
  Status open(OpenDataset& column, const std::string& name, const FilePlan& plan, std::int64_t count) {
    return column.open(file_, name, plan.file.bytes, 0, cache_budget / count, 0);
  }

  OpenFile file_;
  std::vector<OpenDataset> x_;
  OpenDataset y_, w_;
  std::int64_t chunk_rows_ = 0;
  Scratch scratch_;
};

template <class Form> Status open_as(OpenFile file, const FilePlan& plan, std::unique_ptr<Source>& source) {
  auto opened = std::make_unique<Form>(std::move(file));
  if (Status status = opened->open(plan); !status) return status;
  source = std::move(opened);
  return {};
}

}  // namespace

Status open_records(OpenFile file, const FilePlan& plan, std::unique_ptr<Source>& source) {
  return open_as<RecordSource>(std::move(file), plan, source);
}
Status open_columns(OpenFile file, const FilePlan& plan, std::unique_ptr<Source>& source) {
  return open_as<ColumnSource>(std::move(file), plan, source);
}

}  // namespace robustream::io

// SPDX-License-Identifier: BSD-3-Clause
// Rows of a matrix dataset, in either layout.
#include <algorithm>

#include <robustream/io/blocks.hpp>
#include <robustream/io/source.hpp>

namespace robustream::io {
namespace {

/// Copies columns [first, first + width) of X, held as rows x width, to their places in the delivered rows.
template <class T>
void place_rows(const T* from, std::int64_t rows, std::int64_t width, const std::vector<std::int64_t>& places, T* to,
                std::int64_t to_stride) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < width; ++j) {
      if (places[static_cast<std::size_t>(j)] >= 0)
        to[i * to_stride + places[static_cast<std::size_t>(j)]] = from[i * width + j];
    }
  }
}

/// The same from width x rows.
template <class T>
void place_columns(const T* from, std::int64_t rows, std::int64_t width, const std::vector<std::int64_t>& places, T* to,
                   std::int64_t to_stride) {
  for (std::int64_t j = 0; j < width; ++j) {
    const std::int64_t place = places[static_cast<std::size_t>(j)];
    if (place < 0) continue;
    for (std::int64_t i = 0; i < rows; ++i) to[i * to_stride + place] = from[j * rows + i];
  }
}

class MatrixSource final : public Source {
 public:
  MatrixSource(OpenFile file, Layout layout)
      : file_(std::move(file)), columns_first_(layout == Layout::columns_first) {}

  Status open(const FilePlan& plan) {
    const std::int64_t bytes = plan.file.bytes;
    Status status = x_.open(file_, plan.table, bytes, columns_first_ ? 1 : 0, cache_budget);
    if (status && !plan.y.empty()) status = y_.open(file_, plan.y, bytes, 0, 0);
    if (status && !plan.w.empty()) status = w_.open(file_, plan.w, bytes, 0, 0);
    if (!status) return status;
    if (x_.facts.shape.size() == 1) {
      columns_first_ = false;
      width_ = 1;
    } else {
      width_ = x_.facts.shape[columns_first_ ? 0 : 1];
    }
    features_ = plan.features();
    selected_ = !plan.selected.empty();
    places_.assign(static_cast<std::size_t>(width_), -1);
    for (std::int64_t j = 0; j < features_; ++j) {
      places_[static_cast<std::size_t>(selected_ ? plan.selected[static_cast<std::size_t>(j)] : j)] = j;
    }
    return {};
  }

  Status read(std::int64_t first, std::int64_t rows, const RowBuffers& out, const std::atomic<bool>& stop) override {
    Status status = direct() ? read_direct(first, rows, out, stop) : read_strips(first, rows, out, stop);
    if (status && out.y) status = y_.read_vector(file_, first, rows, out.element, out.y, stop);
    if (status && out.w) status = w_.read_vector(file_, first, rows, out.element, out.w, stop);
    return status;
  }

  void find_damage(std::int64_t first, std::int64_t rows, std::size_t limit, Findings& findings) override {
    x_.find_damage(file_, first, rows, columns_first_ ? 1 : 0, limit, findings);
    if (!y_.path.empty()) y_.find_damage(file_, first, rows, y_.vector_axis(), limit, findings);
    if (!w_.path.empty()) w_.find_damage(file_, first, rows, w_.vector_axis(), limit, findings);
  }

 private:
  std::int64_t element_bytes(Element element) const {
    return static_cast<std::int64_t>(std::max(hdf5::size_of(element), x_.facts.element.bytes));
  }
  std::int64_t chunk_rows() const { return x_.chunk_extent(columns_first_ ? 1 : 0); }
  std::int64_t chunk_width() const {
    return x_.facts.chunk.size() == 2 ? x_.chunk_extent(columns_first_ ? 0 : 1) : width_;
  }
  /// The file has the rows as they are delivered, in chunks over the whole width.
  bool direct() const { return !columns_first_ && !selected_ && chunk_width() >= width_; }

  Status read_direct(std::int64_t first, std::int64_t rows, const RowBuffers& out, const std::atomic<bool>& stop) {
    const std::int64_t block =
        block_rows(element_bytes(out.element) * width_, chunk_rows(), 1, call_target, call_limit);
    auto* to = static_cast<char*>(out.x);
    for (std::int64_t row = first; row < first + rows;) {
      if (stop.load(std::memory_order_relaxed)) return stopped();
      const std::int64_t end = block_end(row, block, first + rows);
      const hdf5::Slab slab{{static_cast<hsize_t>(row), 0},
                            {static_cast<hsize_t>(end - row), static_cast<hsize_t>(width_)}};
      if (Status status = x_.read(file_, slab, hdf5::memory_type(out.element), to); !status) return status;
      to += static_cast<std::size_t>((end - row) * width_) * hdf5::size_of(out.element);
      row = end;
    }
    return {};
  }

  /// Strips as wide as a chunk are read into a buffer and put in place: HDF5 itself would scatter single elements.
  /// Strips are the outer loop, so that a chunk with more rows than a block stays in the cache; every second call goes
  /// from right to left, so that it begins with the chunks that the last one has left there.
  Status read_strips(std::int64_t first, std::int64_t rows, const RowBuffers& out, const std::atomic<bool>& stop) {
    const std::int64_t bytes = element_bytes(out.element);
    std::int64_t strip = std::min(chunk_width(), width_);
    if (x_.facts.chunk.empty() && columns_first_) strip = std::min<std::int64_t>(width_, 64);
    const std::int64_t block = block_rows(bytes * strip, chunk_rows(), 1, scratch_budget, scratch_budget);
    const std::int64_t size = static_cast<std::int64_t>(hdf5::size_of(out.element));
    if (Status status = scratch_.reserve(std::min(block, rows) * strip * size); !status) return status;
    const std::int64_t strips = (width_ + strip - 1) / strip;
    backwards_ = !backwards_;
    for (std::int64_t s = 0; s < strips; ++s) {
      const std::int64_t left = (backwards_ ? strips - 1 - s : s) * strip;
      const std::int64_t width = std::min(strip, width_ - left);
      const std::vector<std::int64_t> places(places_.begin() + left, places_.begin() + left + width);
      if (std::all_of(places.begin(), places.end(), [](std::int64_t place) { return place < 0; })) continue;
      for (std::int64_t row = first; row < first + rows;) {
        if (stop.load(std::memory_order_relaxed)) return stopped();
        const std::int64_t end = block_end(row, block, first + rows);
        if (Status status = read_strip(row, end - row, left, width, places, first, out); !status) return status;
        row = end;
      }
    }
    return {};
  }

  Status read_strip(std::int64_t row, std::int64_t rows, std::int64_t left, std::int64_t width,
                    const std::vector<std::int64_t>& places, std::int64_t first, const RowBuffers& out) {
    hdf5::Slab slab;
    const int row_axis = columns_first_ ? 1 : 0;
    slab.offset[row_axis] = static_cast<hsize_t>(row);
    slab.count[row_axis] = static_cast<hsize_t>(rows);
    slab.offset[1 - row_axis] = static_cast<hsize_t>(left);
    slab.count[1 - row_axis] = static_cast<hsize_t>(width);
    if (Status status = x_.read(file_, slab, hdf5::memory_type(out.element), scratch_.data()); !status) return status;
    char* to =
        static_cast<char*>(out.x) + static_cast<std::size_t>((row - first) * features_) * hdf5::size_of(out.element);
    if (columns_first_ && !selected_) {
      transpose(out.element, scratch_.data(), rows, rows, width,
                to + static_cast<std::size_t>(left) * hdf5::size_of(out.element), features_);
    } else if (out.element == Element::float32) {
      place(static_cast<const float*>(scratch_.data()), rows, width, places, reinterpret_cast<float*>(to));
    } else {
      place(static_cast<const double*>(scratch_.data()), rows, width, places, reinterpret_cast<double*>(to));
    }
    return {};
  }

  template <class T>
  void place(const T* from, std::int64_t rows, std::int64_t width, const std::vector<std::int64_t>& places,
             T* to) const {
    if (columns_first_) {
      place_columns(from, rows, width, places, to, features_);
    } else {
      place_rows(from, rows, width, places, to, features_);
    }
  }

  OpenFile file_;
  bool columns_first_;
  bool selected_ = false;
  bool backwards_ = true;
  std::int64_t width_ = 0;            ///< columns of X in the file
  std::int64_t features_ = 0;         ///< columns delivered
  std::vector<std::int64_t> places_;  ///< column in the file -> column delivered, -1: not wanted
  OpenDataset x_, y_, w_;
  Scratch scratch_;
};

}  // namespace

Status open_matrix(OpenFile file, const FilePlan& plan, Layout layout, std::unique_ptr<Source>& source) {
  auto matrix = std::make_unique<MatrixSource>(std::move(file), layout);
  if (Status status = matrix->open(plan); !status) return status;
  source = std::move(matrix);
  return {};
}

}  // namespace robustream::io

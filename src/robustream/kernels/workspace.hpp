// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>

#include <robustream/base/standardization.hpp>
#include <robustream/base/views.hpp>
#include <robustream/kernels/host/tile.hpp>
#include <robustream/kernels/partition.hpp>

namespace robustream {

/// Memory of the passes over a batch. Grows to the largest batch seen and is then reused: a steady stream allocates
/// nothing. Per row: 8 bytes for each residual slot. Per part: one tile (at most 1 MiB) and its share of a summary.
template <class Exec> class Workspace {
 public:
  static constexpr int residual_slots = 3;

  /// Cuts a batch into parts (0: one a thread of `exec`) and makes room for it. Throws what Kokkos throws when memory
  /// runs out; the workspace can be prepared again afterwards.
  Partition prepare(const Exec& exec, std::int64_t rows, int features, bool intercept, int parts);
  /// Centre and inverse scale of the columns, padded to whole panels.
  void set_coordinates(const Standardization& standardization);

  OutputView<Exec> residual(int slot) const {
    return OutputView<Exec>(residuals_.data() + slot * rows_, static_cast<std::size_t>(rows_));
  }
  int panels() const { return panels_; }
  int padded() const { return panels_ * host::panel_width; }
  /// Rows of a tile, and its stride between panels (odd, so that panels do not fall on the same cache sets).
  static int tile_rows(int panels);
  /// Length of a vector with an entry for each row of a tile: room for one more, whole cache lines.
  int vector_length() const { return tile_rows(panels_) + host::panel_width; }
  static int tile_capacity(int panels) { return tile_rows(panels) + 1; }

  /// Scratch of one part: z, then the scaled copy, then `tile_vectors` vectors of vector_length() doubles.
  static constexpr std::size_t tile_vectors = 12;
  double* tile(int part) const { return aligned(tiles_) + part * tile_stride_; }
  std::size_t tile_elements() const { return static_cast<std::size_t>(tile_capacity(panels_)) * padded(); }
  /// Partial sums of one part: 8 scalars, 3 padded vectors, the blocks of a Gram matrix.
  double* partial(int part) const { return aligned(partials_) + part * partial_stride_; }
  std::size_t partial_vectors() const { return 8 + 3 * static_cast<std::size_t>(padded()); }
  std::size_t partial_elements() const {
    return partial_vectors() + static_cast<std::size_t>(host::blocks_for(panels_)) * host::block_size;
  }
  const double* centre() const { return aligned(coordinates_); }
  const double* inverse_scale() const { return aligned(coordinates_) + padded(); }
  /// A padded vector of coefficients, written by the host before a pass.
  double* coefficients() const { return aligned(coordinates_) + 2 * padded(); }

 private:
  using Buffer = Kokkos::View<double*, typename Exec::memory_space>;
  static void grow(Buffer& buffer, const char* label, std::size_t size);
  static double* aligned(const Buffer& buffer);

  std::int64_t rows_ = 0;
  int panels_ = 0;
  std::size_t tile_stride_ = 0;
  std::size_t partial_stride_ = 0;
  Buffer residuals_, tiles_, partials_, coordinates_;
};

}  // namespace robustream

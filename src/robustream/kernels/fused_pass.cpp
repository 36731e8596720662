// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/fused_pass.hpp>

#include <algorithm>
#include <cstddef>

#include <robustream/base/execution_spaces.hpp>
#include <robustream/kernels/host/load_tile.hpp>

namespace robustream {
namespace {

/// Vectors of a tile's length behind the two matrices of its scratch memory.
struct TileVectors {
  double* y;
  double* weight;
  double* fitted;
  double* size;
  double* base;
  double* residual;
  double* score;
  double* magnitude;
  double* rounding;
  double* factor;
  double* gathered;
  int* index;

  TileVectors(double* start, int length) {
    for (double** vector :
         {&y, &weight, &fitted, &size, &base, &residual, &score, &magnitude, &rounding, &factor, &gathered}) {
      *vector = start;
      start += length;
    }
    index = reinterpret_cast<int*>(start);
  }
};

/// The sums of one part of the rows into its partial buffer.
template <class T, class Exec> class PartPass {
 public:
  PartPass(const Batch<T, Exec>& batch, bool intercept, const Huber& loss, const PassOptions& options,
           const Workspace<Exec>& workspace, const OutputView<Exec>& residual)
      : batch_(batch), intercept_(intercept), loss_(loss), options_(options), workspace_(workspace),
        residual_(residual) {}

  void operator()(int part, std::int64_t begin, std::int64_t end) const {
    double* const partial = workspace_.partial(part);
    const bool gram = options_.gram != GramWeight::none;
    std::fill(partial, partial + (gram ? workspace_.partial_elements() : workspace_.partial_vectors()), 0.0);
    const int tile_rows = workspace_.tile_rows(workspace_.panels());
    for (std::int64_t first = begin; first < end; first += tile_rows) {
      add_tile(part, first, static_cast<int>(std::min<std::int64_t>(tile_rows, end - first)), partial);
    }
  }

 private:
  void add_tile(int part, std::int64_t first, int rows, double* partial) const {
    const host::TileOperations& tile = host::tile_operations();
    const int panels = workspace_.panels();
    const int capacity = workspace_.tile_capacity(panels);
    double* const z = workspace_.tile(part);
    double* const scaled = z + workspace_.tile_elements();
    const TileVectors v(scaled + workspace_.tile_elements(), workspace_.vector_length());

    host::load_tile(tile, batch_.x, first, rows, intercept_, workspace_.centre(), workspace_.inverse_scale(), capacity,
                    z);
    load_rows(first, rows, v);
    tile.dot(z, capacity, rows, panels, workspace_.coefficients(), v.fitted);
    if (options_.magnitudes) tile.absolute_dot(z, capacity, rows, panels, workspace_.coefficients(), v.size);
    const bool incremental = options_.base >= 0;
    if (incremental) {
      const double* const base = workspace_.residual(options_.base).data() + first;
      std::copy(base, base + rows, v.base);
    }
    host::RowSums sums = {};
    tile.row_terms(loss_, options_.gram, rows,
                   {v.y, v.weight, v.fitted, options_.magnitudes ? v.size : nullptr, incremental ? v.base : nullptr,
                    v.residual, v.score, v.magnitude, v.rounding, v.factor},
                   sums);
    std::copy(v.residual, v.residual + rows, residual_.data() + first);
    partial[0] += sums.loss;
    partial[1] += sums.weight;
    partial[2] += sums.non_finite;
    partial[3] += sums.active;
    partial[4] += sums.transition;
    partial[6] += sums.coarse;

    double* const vectors = partial + Summary::scalars;
    const std::size_t length = static_cast<std::size_t>(workspace_.padded());
    tile.add_rows(z, capacity, rows, panels, v.score, vectors);
    if (options_.magnitudes) {
      tile.add_absolute_rows(z, capacity, rows, panels, v.magnitude, vectors + length);
      tile.add_absolute_rows(z, capacity, rows, panels, v.rounding, vectors + 2 * length);
    }
    if (options_.gram == GramWeight::none) return;
    const int entering = tile.gather(v.factor, rows, v.index, v.gathered);
    partial[5] += entering;
    tile.compact(z, capacity, panels, v.index, v.gathered, entering, scaled);
    tile.add_gram(scaled, z, capacity, entering, panels, partial + workspace_.partial_vectors());
  }

  void load_rows(std::int64_t first, int rows, const TileVectors& v) const {
    for (int k = 0; k < rows; ++k) v.y[k] = static_cast<double>(batch_.y(first + k));
    if (batch_.weighted) {
      for (int k = 0; k < rows; ++k) v.weight[k] = static_cast<double>(batch_.w(first + k));
    } else {
      std::fill(v.weight, v.weight + rows, 1.0);
    }
    const int padded = (rows + host::panel_width - 1) / host::panel_width * host::panel_width;
    for (int k = rows; k < padded; ++k) v.y[k] = v.weight[k] = v.fitted[k] = v.size[k] = v.base[k] = 0.0;
  }

  Batch<T, Exec> batch_;
  bool intercept_;
  Huber loss_;
  PassOptions options_;
  const Workspace<Exec>& workspace_;
  OutputView<Exec> residual_;
};

/// Adds the parts in their order; the Gram matrix goes from blocks to a full symmetric matrix.
template <class Exec>
void merge(const Exec& exec, const Workspace<Exec>& workspace, int parts, bool gram, Summary& summary) {
  const int q = summary.q();
  const std::size_t padded = static_cast<std::size_t>(workspace.padded());
  double* const out = summary.data();
  std::fill(out, out + summary.vector_size(), 0.0);
  for (int part = 0; part < parts; ++part) {
    const double* partial = workspace.partial(part);
    for (std::size_t k = 0; k < Summary::scalars; ++k) out[k] += partial[k];
    for (std::size_t vector = 0; vector < 3; ++vector) {
      for (int j = 0; j < q; ++j) {
        out[Summary::scalars + vector * q + j] += partial[Summary::scalars + vector * padded + j];
      }
    }
  }
  if (!gram) return;
  double* const matrix = summary.gram();
  const std::size_t offset = workspace.partial_vectors();
  const int panels = workspace.panels();
  const Workspace<Exec>* source = &workspace;
  Kokkos::parallel_for("robustream::merge_gram",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, panels),
                       [=](std::int64_t right) {
                         for (std::int64_t left = 0; left <= right; ++left) {
                           double block[host::block_size] = {};
                           const std::size_t start =
                               offset + static_cast<std::size_t>(right * (right + 1) / 2 + left) * host::block_size;
                           for (int part = 0; part < parts; ++part) {
                             const double* partial = source->partial(part) + start;
                             for (int k = 0; k < host::block_size; ++k) block[k] += partial[k];
                           }
                           for (int i = 0; i < host::panel_width; ++i) {
                             for (int j = 0; j < host::panel_width; ++j) {
                               const std::int64_t row = left * host::panel_width + i;
                               const std::int64_t column = right * host::panel_width + j;
                               // Inside a diagonal block only the upper triangle is kept: both halves then have the
                               // same bits.
                               if (row > column || column >= q) continue;
                               matrix[column * q + row] = matrix[row * q + column] = block[i * host::panel_width + j];
                             }
                           }
                         }
                       });
  exec.fence();
}

}  // namespace

template <class Exec, class T>
void fused_pass(const Exec& exec, const Batch<T, Exec>& batch, bool intercept, const Huber& loss,
                const double* coefficients, const PassOptions& options, const Partition& partition,
                Workspace<Exec>& workspace, const OutputView<Exec>& residual, Summary& summary) {
  std::copy(coefficients, coefficients + summary.q(), workspace.coefficients());
  std::fill(workspace.coefficients() + summary.q(), workspace.coefficients() + workspace.padded(), 0.0);
  const PartPass<T, Exec> pass(batch, intercept, loss, options, workspace, residual);
  for_each_part("robustream::fused_pass", exec, partition, pass);
  exec.fence();
  merge(exec, workspace, partition.parts, options.gram != GramWeight::none, summary);
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                              \
  template void fused_pass<EXEC, T>(const EXEC&, const Batch<T, EXEC>&, bool, const Huber&, const double*,           \
                                    const PassOptions&, const Partition&, Workspace<EXEC>&, const OutputView<EXEC>&, \
                                    Summary&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/kernels/gram_weight.hpp>
#include <robustream/loss/huber.hpp>

/// Arithmetic on one tile of rows that lies in a core's cache, without Kokkos: compiled once for each instruction set
/// and chosen at run time, so that a portable package runs at the speed of the machine it meets.
///
/// A tile holds `rows` <= `capacity` standardised rows in panels of 8 columns, padded with zeros:
/// element (row, column) is z[((column / 8) * capacity + row) * 8 + column % 8]. z is aligned to 64 bytes.
namespace robustream::host {

constexpr int panel_width = 8;
inline int panels_for(int columns) { return (columns + panel_width - 1) / panel_width; }
/// Panel pairs (i <= j), the blocks of the upper triangle of a Gram matrix; block (i, j) is number j (j + 1) / 2 + i
/// and holds 8 x 8 doubles, row i outer.
inline int blocks_for(int panels) { return panels * (panels + 1) / 2; }
constexpr int block_size = panel_width * panel_width;

/// Everything about single rows of a tile: vectors of a tile's length, rows rounded up to whole panels of 8 with weight
/// 0 in the padding, aligned to 64 bytes.
struct RowTerms {
  // In:
  const double* y;
  const double* weight;
  const double* fitted;  ///< z'b
  const double* size;    ///< |z|'|b|; null when the magnitudes are not asked for
  const double* base;    ///< residuals whose Gram matrix is known already, or null
  // Out:
  double* residual;
  double* score;      ///< w psi
  double* magnitude;  ///< w |psi|
  double* rounding;   ///< w (|y| + |z|'|b|), what rounding of the residual is proportional to; see row_terms
  double* factor;     ///< w g of the Gram matrix, less the same at the base's residuals
};
/// Sums over the rows of a tile, in the order of Summary's scalars.
struct RowSums {
  double loss, weight, non_finite, active, transition, coarse;
};

struct TileOperations {
  const char* name;  ///< instruction set

  /// Reads rows x columns of the input (element strides) and writes (x - centre) * inverse_scale; then, with an
  /// intercept, a column of ones; then zeros up to the panel's end.
  void (*load_double)(const double* x, long row_stride, long column_stride, int rows, int columns, bool intercept,
                      const double* centre, const double* inverse_scale, int capacity, double* z);
  void (*load_float)(const float* x, long row_stride, long column_stride, int rows, int columns, bool intercept,
                     const double* centre, const double* inverse_scale, int capacity, double* z);

  /// result[row] = sum_j z_j b_j; `b` is padded with zeros to whole panels.
  void (*dot)(const double* z, int capacity, int rows, int panels, const double* b, double* result);
  /// result[row] = sum_j |z_j| |b_j|.
  void (*absolute_dot)(const double* z, int capacity, int rows, int panels, const double* b, double* result);

  /// Fills `terms` and adds to `sums`. A row whose residual is not finite counts only as such. `rounding` is 0 for a
  /// row that is clipped whatever its last digits are, and for one whose rounding is not small beside tau: of that one
  /// the score is not known well enough to forgive anything; it counts as coarse.
  void (*row_terms)(const Huber& loss, GramWeight gram, int rows, const RowTerms& terms, RowSums& sums);
  /// The ascending rows with a factor other than 0 and their factors, gathered; returns how many. index and gathered
  /// have room for `rows` + 1.
  int (*gather)(const double* factor, int rows, int* index, double* gathered);

  /// sum[j] += sum_row factor[row] z_j, padded columns included.
  void (*add_rows)(const double* z, int capacity, int rows, int panels, const double* factor, double* sum);
  /// sum[j] += sum_row factor[row] |z_j|.
  void (*add_absolute_rows)(const double* z, int capacity, int rows, int panels, const double* factor, double* sum);

  /// Keeps the `count` rows of ascending `index` in z (moved to the front) and writes factor[k] times row k to
  /// `scaled`.
  void (*compact)(double* z, int capacity, int panels, const int* index, const double* factor, int count,
                  double* scaled);
  /// blocks += scaled' z over the first `rows` rows, upper triangle in blocks.
  void (*add_gram)(const double* scaled, const double* z, int capacity, int rows, int panels, double* blocks);
};

/// The best that this machine runs.
const TileOperations& tile_operations();

// One for each way tile.inl is compiled; use tile_operations().
const TileOperations& tile_operations_generic();
const TileOperations& tile_operations_avx2();
const TileOperations& tile_operations_avx512();

}  // namespace robustream::host

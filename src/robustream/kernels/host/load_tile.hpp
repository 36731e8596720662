// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <type_traits>

#include <robustream/kernels/host/tile.hpp>

namespace robustream::host {

/// Rows first .. first + rows of X as a standardised tile (host/tile.hpp).
template <class Matrix>
void load_tile(const TileOperations& tile, const Matrix& x, std::int64_t first, int rows, bool intercept,
               const double* centre, const double* inverse_scale, int capacity, double* z) {
  const auto row_stride = static_cast<long>(x.stride_0());
  const auto column_stride = static_cast<long>(x.stride_1());
  const auto* start = x.data() + first * row_stride;
  const int columns = static_cast<int>(x.extent(1));
  if constexpr (std::is_same_v<typename Matrix::non_const_value_type, float>) {
    tile.load_float(start, row_stride, column_stride, rows, columns, intercept, centre, inverse_scale, capacity, z);
  } else {
    tile.load_double(start, row_stride, column_stride, rows, columns, intercept, centre, inverse_scale, capacity, z);
  }
}

}  // namespace robustream::host

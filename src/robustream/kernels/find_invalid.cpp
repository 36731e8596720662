// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/find_invalid.hpp>

#include <cmath>
#include <cstdint>
#include <string>

#include <robustream/base/execution_spaces.hpp>
#include <robustream/base/format.hpp>

namespace robustream {
namespace {

template <class T, class Exec> int first_invalid_column(const Batch<T, Exec>& batch, std::int64_t row) {
  for (int j = 0; j < batch.features(); ++j) {
    if (!std::isfinite(batch.x(row, j))) return j;
  }
  return -1;
}

template <class T, class Exec> bool is_invalid(const Batch<T, Exec>& batch, std::int64_t row) {
  if (first_invalid_column(batch, row) >= 0 || !std::isfinite(batch.y(row))) return true;
  return batch.weighted && (!std::isfinite(batch.w(row)) || batch.w(row) < T(0));
}

std::string entry(const char* array, std::int64_t row) { return std::string(array) + "[" + std::to_string(row) + "]"; }

std::string is(double value) { return " is " + format_number(value); }

}  // namespace

template <class Exec, class T> Status find_invalid(const Exec& exec, const Batch<T, Exec>& batch) {
  std::int64_t row = batch.rows();
  Kokkos::parallel_reduce(
      "robustream::find_invalid", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, batch.rows()),
      [=](std::int64_t i, std::int64_t& first) {
        if (i < first && is_invalid(batch, i)) first = i;
      },
      Kokkos::Min<std::int64_t>(row));
  exec.fence();
  if (row >= batch.rows()) return {};

  const int column = first_invalid_column(batch, row);
  if (column >= 0) {
    const double x = static_cast<double>(batch.x(row, column));
    return Status(StatusCode::non_finite_feature, "X[" + std::to_string(row) + "," + std::to_string(column) + "]" +
                                                      is(x) + ": remove or fill rows with missing values")
        .at(row, column);
  }
  const double y = static_cast<double>(batch.y(row));
  if (!std::isfinite(y)) {
    return Status(StatusCode::non_finite_response,
                  entry("y", row) + is(y) + ": remove or fill rows with missing values")
        .at(row);
  }
  const double w = static_cast<double>(batch.w(row));
  if (!std::isfinite(w)) {
    return Status(StatusCode::non_finite_weight, entry("w", row) + is(w) + ": weights are finite numbers, 0 or above")
        .at(row);
  }
  return Status(StatusCode::negative_weight, entry("w", row) + is(w) + ": weights are finite numbers, 0 or above")
      .at(row);
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T) template Status find_invalid<EXEC, T>(const EXEC&, const Batch<T, EXEC>&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

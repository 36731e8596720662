// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/predict.hpp>

#include <algorithm>
#include <cstdint>

#include <robustream/base/execution_spaces.hpp>
#include <robustream/kernels/host/load_tile.hpp>
#include <robustream/loss/huber.hpp>

namespace robustream {
namespace {

template <class Exec> using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

}  // namespace

template <class Exec, class T>
void predict(const Exec& exec, const MatrixView<T, Exec>& x, bool intercept, const double* coefficients, int q,
             const Partition& partition, Workspace<Exec>& workspace, const OutputView<Exec>& fitted) {
  std::fill(workspace.coefficients(), workspace.coefficients() + workspace.padded(), 0.0);
  std::copy(coefficients, coefficients + q, workspace.coefficients());
  const Workspace<Exec>* const scratch = &workspace;
  for_each_part("robustream::predict", exec, partition, [=](int part, std::int64_t begin, std::int64_t end) {
    const host::TileOperations& tile = host::tile_operations();
    const int panels = scratch->panels();
    const int capacity = scratch->tile_capacity(panels);
    const int tile_rows = scratch->tile_rows(panels);
    double* const z = scratch->tile(part);
    for (std::int64_t first = begin; first < end; first += tile_rows) {
      const int rows = static_cast<int>(std::min<std::int64_t>(tile_rows, end - first));
      host::load_tile(tile, x, first, rows, intercept, scratch->centre(), scratch->inverse_scale(), capacity, z);
      tile.dot(z, capacity, rows, panels, scratch->coefficients(), fitted.data() + first);
    }
  });
  exec.fence();
}

template <class Exec, class T>
void residuals_and_weights(const Exec& exec, const VectorView<T, Exec>& y, double tau, const OutputView<Exec>& fitted,
                           const OutputView<Exec>& residual, const OutputView<Exec>& weight) {
  const Huber loss{tau, tau};
  Kokkos::parallel_for("robustream::residuals_and_weights", Rows<Exec>(exec, 0, static_cast<std::int64_t>(y.extent(0))),
                       [=](std::int64_t i) {
                         const double r = static_cast<double>(y(i)) - fitted(i);
                         residual(i) = r;
                         weight(i) = loss.majorizer(r);
                       });
  exec.fence();
}

template <class Exec, class T>
void sum_response(const Exec& exec, const VectorView<T, Exec>& y, const VectorView<T, Exec>& w, bool weighted,
                  double& weight, double& weighted_response) {
  Kokkos::parallel_reduce(
      "robustream::sum_response", Rows<Exec>(exec, 0, static_cast<std::int64_t>(y.extent(0))),
      [=](std::int64_t i, double& sum, double& sum_y) {
        const double wi = weighted ? static_cast<double>(w(i)) : 1.0;
        sum += wi;
        sum_y += wi * static_cast<double>(y(i));
      },
      weight, weighted_response);
  exec.fence();
}

template <class Exec, class T>
void squared_errors(const Exec& exec, const VectorView<T, Exec>& y, const VectorView<T, Exec>& w, bool weighted,
                    const OutputView<Exec>& fitted, double mean, double& residual, double& total) {
  Kokkos::parallel_reduce(
      "robustream::squared_errors", Rows<Exec>(exec, 0, static_cast<std::int64_t>(y.extent(0))),
      [=](std::int64_t i, double& sum, double& sum_about_mean) {
        const double wi = weighted ? static_cast<double>(w(i)) : 1.0;
        const double yi = static_cast<double>(y(i));
        sum += wi * (yi - fitted(i)) * (yi - fitted(i));
        sum_about_mean += wi * (yi - mean) * (yi - mean);
      },
      residual, total);
  exec.fence();
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                               \
  template void predict<EXEC, T>(const EXEC&, const MatrixView<T, EXEC>&, bool, const double*, int, const Partition&, \
                                 Workspace<EXEC>&, const OutputView<EXEC>&);                                          \
  template void residuals_and_weights<EXEC, T>(const EXEC&, const VectorView<T, EXEC>&, double,                       \
                                               const OutputView<EXEC>&, const OutputView<EXEC>&,                      \
                                               const OutputView<EXEC>&);                                              \
  template void sum_response<EXEC, T>(const EXEC&, const VectorView<T, EXEC>&, const VectorView<T, EXEC>&, bool,      \
                                      double&, double&);                                                              \
  template void squared_errors<EXEC, T>(const EXEC&, const VectorView<T, EXEC>&, const VectorView<T, EXEC>&, bool,    \
                                        const OutputView<EXEC>&, double, double&, double&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

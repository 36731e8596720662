// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/residual_algebra.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <robustream/base/execution_spaces.hpp>

namespace robustream {

template <class Exec, class T>
double bregman(const Exec& exec, const Batch<T, Exec>& batch, const Huber& loss, const OutputView<Exec>& from,
               const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace) {
  const Workspace<Exec>* const sums = &workspace;
  for_each_part("robustream::bregman", exec, partition, [=](int part, std::int64_t begin, std::int64_t end) {
    double sum = 0.0;
    for (std::int64_t row = begin; row < end; ++row) {
      const double b = from(row);
      const double c = step == 1.0 ? to(row) : b + step * (to(row) - b);
      const double term = Huber::bregman(c, loss.psi(c), loss.psi(b));
      if (!batch.weighted) {
        sum += term;
      } else if (const double w = static_cast<double>(batch.w(row)); w > 0.0) {
        sum += w * term;
      }
      // A residual beyond float64 has a clipped psi and would pass for one that stays where it is.
      if (!std::isfinite(c)) sum = std::numeric_limits<double>::infinity();
    }
    sums->partial(part)[0] = sum;
  });
  exec.fence();
  double total = 0.0;
  for (int part = 0; part < partition.parts; ++part) total += workspace.partial(part)[0];
  return total;
}

template <class Exec>
void interpolate(const Exec& exec, const OutputView<Exec>& from, const OutputView<Exec>& to, double step,
                 const OutputView<Exec>& result) {
  Kokkos::parallel_for(
      "robustream::interpolate",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, static_cast<std::int64_t>(from.extent(0))),
      [=](std::int64_t row) { result(row) = from(row) + step * (to(row) - from(row)); });
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                       \
  template double bregman<EXEC, T>(const EXEC&, const Batch<T, EXEC>&, const Huber&, const OutputView<EXEC>&, \
                                   const OutputView<EXEC>&, double, const Partition&, Workspace<EXEC>&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE
#define ROBUSTREAM_INSTANTIATE(EXEC)                                                                     \
  template void interpolate<EXEC>(const EXEC&, const OutputView<EXEC>&, const OutputView<EXEC>&, double, \
                                  const OutputView<EXEC>&);
ROBUSTREAM_FOR_HOST_SPACES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/residual_algebra.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <robustream/base/execution_spaces.hpp>

namespace robustream {
namespace {

/// Sum of w term(b, c, to - from) over the rows, parts added in their order.
template <class Exec, class T, class Term>
double sum_over_rows(const char* label, const Exec& exec, const Batch<T, Exec>& batch, const OutputView<Exec>& from,
                     const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace,
                     const Term& term) {
  const Workspace<Exec>* const sums = &workspace;
  for_each_part(label, exec, partition, [=](int part, std::int64_t begin, std::int64_t end) {
    double sum = 0.0;
    for (std::int64_t row = begin; row < end; ++row) {
      const double b = from(row);
      const double whole = to(row) - b;
      const double c = step == 1.0 ? to(row) : b + step * whole;
      const double w = batch.weighted ? static_cast<double>(batch.w(row)) : 1.0;
      if (w > 0.0) sum += w * term(b, c, whole);
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

}  // namespace

template <class Exec, class T>
double bregman(const Exec& exec, const Batch<T, Exec>& batch, const Huber& loss, const OutputView<Exec>& from,
               const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace) {
  return sum_over_rows("robustream::bregman", exec, batch, from, to, step, partition, workspace,
                       [=](double b, double c, double) { return Huber::bregman(c, loss.psi(c), loss.psi(b)); });
}

template <class Exec, class T>
double slope_along(const Exec& exec, const Batch<T, Exec>& batch, const Huber& loss, const OutputView<Exec>& from,
                   const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace) {
  return sum_over_rows("robustream::slope_along", exec, batch, from, to, step, partition, workspace,
                       [=](double, double c, double whole) { return loss.psi(c) * whole; });
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                           \
  template double bregman<EXEC, T>(const EXEC&, const Batch<T, EXEC>&, const Huber&, const OutputView<EXEC>&,     \
                                   const OutputView<EXEC>&, double, const Partition&, Workspace<EXEC>&);          \
  template double slope_along<EXEC, T>(const EXEC&, const Batch<T, EXEC>&, const Huber&, const OutputView<EXEC>&, \
                                       const OutputView<EXEC>&, double, const Partition&, Workspace<EXEC>&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

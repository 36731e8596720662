// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/weights.hpp>

#include <cmath>
#include <cstdint>

#include <robustream/base/execution_spaces.hpp>

namespace robustream {

template <class Exec, class T>
WeightSums sum_weights(const Exec& exec, const Batch<T, Exec>& batch, const Partition& partition,
                       Workspace<Exec>& workspace) {
  if (!batch.weighted) return {static_cast<double>(batch.rows()), 0.0};
  const Workspace<Exec>* const partials = &workspace;
  for_each_part("robustream::sum_weights", exec, partition, [=](int part, std::int64_t begin, std::int64_t end) {
    double total = 0.0;
    double invalid = 0.0;
    for (std::int64_t row = begin; row < end; ++row) {
      const double w = static_cast<double>(batch.w(row));
      if (w >= 0.0 && !std::isinf(w)) {
        total += w;
      } else {
        invalid += 1.0;
      }
    }
    partials->partial(part)[0] = total;
    partials->partial(part)[1] = invalid;
  });
  exec.fence();
  WeightSums sums;
  for (int part = 0; part < partition.parts; ++part) {
    sums.total += workspace.partial(part)[0];
    sums.invalid += workspace.partial(part)[1];
  }
  return sums;
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T) \
  template WeightSums sum_weights<EXEC, T>(const EXEC&, const Batch<T, EXEC>&, const Partition&, Workspace<EXEC>&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/moments.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <robustream/base/execution_spaces.hpp>

namespace robustream {

template <class Exec, class T>
void column_moments(const Exec& exec, const Batch<T, Exec>& batch, const double* centre, bool absolute,
                    const Partition& partition, Workspace<Exec>& workspace, double* sums) {
  const int p = batch.features();
  const Workspace<Exec>* const partials = &workspace;  // 8 + 3 padded(q) doubles a part: room for p + 1
  for_each_part("robustream::column_moments", exec, partition, [=](int part, std::int64_t begin, std::int64_t end) {
    double* const sum = partials->partial(part);
    std::fill(sum, sum + p + 1, 0.0);
    for (std::int64_t row = begin; row < end; ++row) {
      const double w = batch.weighted ? static_cast<double>(batch.w(row)) : 1.0;
      for (int j = 0; j < p; ++j) {
        const double x = static_cast<double>(batch.x(row, j)) - centre[j];
        if (!std::isfinite(x)) {
          sum[p] += 1.0;
        } else {
          sum[j] += w * (absolute ? std::fabs(x) : x);
        }
      }
    }
  });
  exec.fence();
  std::fill(sums, sums + p + 1, 0.0);
  for (int part = 0; part < partition.parts; ++part) {
    const double* const sum = workspace.partial(part);
    for (int k = 0; k < p + 1; ++k) sums[k] += sum[k];
  }
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                            \
  template void column_moments<EXEC, T>(const EXEC&, const Batch<T, EXEC>&, const double*, bool, const Partition&, \
                                        Workspace<EXEC>&, double*);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

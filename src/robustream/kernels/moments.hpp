// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/partition.hpp>
#include <robustream/kernels/workspace.hpp>

namespace robustream {

/// sums[j] = sum w (x_j - centre_j) for each of the p columns, or with `absolute` sum w |x_j - centre_j|;
/// sums[p] = entries of X that are not finite, in rows of any weight. centre: p values on the host. All sums add up
/// over the processes that share a batch. The weights are valid (kernels/weights.hpp). One read of X. Fences `exec`.
template <class Exec, class T>
void column_moments(const Exec& exec, const Batch<T, Exec>& batch, const double* centre, bool absolute,
                    const Partition& partition, Workspace<Exec>& workspace, double* sums);

}  // namespace robustream

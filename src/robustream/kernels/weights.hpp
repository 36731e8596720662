// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/partition.hpp>
#include <robustream/kernels/workspace.hpp>

namespace robustream {

struct WeightSums {
  double total = 0.0;    ///< sum of the valid weights; rows when there are none
  double invalid = 0.0;  ///< weights that are negative, NaN or Inf
};

/// Reads w once, X never. Fences `exec` if there are weights.
template <class Exec, class T>
WeightSums sum_weights(const Exec& exec, const Batch<T, Exec>& batch, const Partition& partition,
                       Workspace<Exec>& workspace);

}  // namespace robustream

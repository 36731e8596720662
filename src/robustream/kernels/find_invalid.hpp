// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/status.hpp>
#include <robustream/kernels/batch.hpp>

namespace robustream {

/// The first row of a batch that holds NaN or Inf (in X, then y, then w) or a negative weight, as a Status with its
/// row and column; ok when there is none. Reads everything once; called only after a pass has met something odd.
/// Fences `exec`.
template <class Exec, class T> Status find_invalid(const Exec& exec, const Batch<T, Exec>& batch);

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/partition.hpp>
#include <robustream/kernels/workspace.hpp>
#include <robustream/loss/huber.hpp>

namespace robustream {

/// Sum over this process's rows of w (rho(c) - rho(b) - psi(b) (c - b)) for the residuals b = from and
/// c = from + step (to - from): what the loss gains beyond its tangent between two vectors of coefficients, exact to
/// rounding however large the losses are. Rows that are not finite add infinity. Reads 2 or 3 n-vectors, not X.
/// Fences `exec`.
template <class Exec, class T>
double bregman(const Exec& exec, const Batch<T, Exec>& batch, const Huber& loss, const OutputView<Exec>& from,
               const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace);

/// result = from + step (to - from), n-vectors; result may be `to`. Queued on `exec`, no fence.
template <class Exec>
void interpolate(const Exec& exec, const OutputView<Exec>& from, const OutputView<Exec>& to, double step,
                 const OutputView<Exec>& result);

}  // namespace robustream

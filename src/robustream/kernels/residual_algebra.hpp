// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/partition.hpp>
#include <robustream/kernels/workspace.hpp>
#include <robustream/loss/huber.hpp>

namespace robustream {

// Line searches work on the residuals at both ends of a step, b = from and c = from + step (to - from), and read no X:
// 2 or 3 n-vectors a call. Sums are over this process's rows. Each call fences `exec`.

/// Sum of w (rho(c) - rho(b) - psi(b) (c - b)): what the loss gains beyond its tangent, exact to rounding however large
/// the losses are. A residual that is not finite makes it infinite.
template <class Exec, class T>
double bregman(const Exec& exec, const Batch<T, Exec>& batch, const Huber& loss, const OutputView<Exec>& from,
               const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace);

/// Sum of w psi(c) (to - from): the derivative of the loss in `step`.
template <class Exec, class T>
double slope_along(const Exec& exec, const Batch<T, Exec>& batch, const Huber& loss, const OutputView<Exec>& from,
                   const OutputView<Exec>& to, double step, const Partition& partition, Workspace<Exec>& workspace);

}  // namespace robustream

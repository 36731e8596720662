// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/summary.hpp>
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/gram_weight.hpp>
#include <robustream/kernels/partition.hpp>
#include <robustream/kernels/workspace.hpp>
#include <robustream/loss/huber.hpp>

namespace robustream {

struct PassOptions {
  GramWeight gram = GramWeight::curvature;
  /// Also the sizes behind the score (score_magnitude, rounding_magnitude), which the certificate needs.
  bool magnitudes = false;
  /// Residual slot of an earlier pass with the same weights g, -1 for none: the Gram matrix is then only what has
  /// changed since, which near the end is a few rows.
  int base = -1;
};

/// One read of X. With residuals r = y - Z b (Z: standardised columns and the intercept's ones) writes
/// residual[i] = r_i and fills `summary` with the sums over this process's rows: loss, weights, counts, score, Gram
/// matrix, magnitudes as asked for. Rows of weight 0 count only in non_finite; rows whose residual is not finite only
/// there.
///
/// The weights are valid (kernels/weights.hpp). coefficients: q standardised values on the host. Moves: n p elements of
/// X, n of y and w, n doubles written. Fences `exec` before returning, since the summary is on the host. q <= 2^15.
template <class Exec, class T>
void fused_pass(const Exec& exec, const Batch<T, Exec>& batch, bool intercept, const Huber& loss,
                const double* coefficients, const PassOptions& options, const Partition& partition,
                Workspace<Exec>& workspace, const OutputView<Exec>& residual, Summary& summary);

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/kernels/batch.hpp>
#include <robustream/kernels/partition.hpp>
#include <robustream/kernels/workspace.hpp>

namespace robustream {

/// fitted[i] = z_i'b, standardised coefficients b (q, on the host). One read of X, n doubles written. Fences `exec`.
template <class Exec, class T>
void predict(const Exec& exec, const MatrixView<T, Exec>& x, bool intercept, const double* coefficients, int q,
             const Partition& partition, Workspace<Exec>& workspace, const OutputView<Exec>& fitted);

/// residual[i] = y_i - fitted_i and weight[i] = psi(residual) / residual; either may overwrite `fitted`. Fences `exec`.
template <class Exec, class T>
void residuals_and_weights(const Exec& exec, const VectorView<T, Exec>& y, double tau, const OutputView<Exec>& fitted,
                           const OutputView<Exec>& residual, const OutputView<Exec>& weight);

/// Sums of w and of w y over this process's rows. Fences `exec`.
template <class Exec, class T>
void sum_response(const Exec& exec, const VectorView<T, Exec>& y, const VectorView<T, Exec>& w, bool weighted,
                  double& weight, double& weighted_response);

/// sum w (y - fitted)^2 and sum w (y - mean)^2 over this process's rows. Fences `exec`.
template <class Exec, class T>
void squared_errors(const Exec& exec, const VectorView<T, Exec>& y, const VectorView<T, Exec>& w, bool weighted,
                    const OutputView<Exec>& fitted, double mean, double& residual, double& total);

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/reducer.hpp>
#include <robustream/base/standardization.hpp>
#include <robustream/base/views.hpp>
#include <robustream/kernels/workspace.hpp>

namespace robustream {

/// fitted = Z b for a model in `standardization`; scratch memory is the workspace's. One read of X. Fences `exec`.
template <class Exec, class T>
void predict_rows(const Exec& exec, const MatrixView<T, Exec>& x, const Standardization& standardization,
                  bool intercept, const double* b, int parts, Workspace<Exec>& workspace,
                  const OutputView<Exec>& fitted);

/// kernels/predict.hpp: residuals and robustness weights from fitted values. Fences `exec`.
template <class Exec, class T>
void residual_rows(const Exec& exec, const VectorView<T, Exec>& y, double tau, const OutputView<Exec>& fitted,
                   const OutputView<Exec>& residual, const OutputView<Exec>& weight);

/// R squared over all processes that share the rows, in scikit-learn's definition: when y does not vary, 1 for an exact
/// fit and 0 otherwise. Fences `exec`.
template <class Exec, class T>
double coefficient_of_determination(const Exec& exec, const VectorView<T, Exec>& y, const VectorView<T, Exec>& w,
                                    bool weighted, const OutputView<Exec>& fitted, const Reducer& reducer);

}  // namespace robustream

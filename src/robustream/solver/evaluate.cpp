// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/evaluate.hpp>

#include <cstdint>

#include <robustream/base/execution_spaces.hpp>
#include <robustream/kernels/predict.hpp>

namespace robustream {

template <class Exec, class T>
void predict_rows(const Exec& exec, const MatrixView<T, Exec>& x, const Standardization& standardization,
                  bool intercept, const double* b, int parts, Workspace<Exec>& workspace,
                  const OutputView<Exec>& fitted) {
  const int features = static_cast<int>(x.extent(1));
  const Partition partition =
      workspace.prepare(exec, static_cast<std::int64_t>(x.extent(0)), features, intercept, parts);
  workspace.set_coordinates(standardization);
  predict<Exec, T>(exec, x, intercept, b, features + (intercept ? 1 : 0), partition, workspace, fitted);
}

template <class Exec, class T>
void residual_rows(const Exec& exec, const VectorView<T, Exec>& y, double tau, const OutputView<Exec>& fitted,
                   const OutputView<Exec>& residual, const OutputView<Exec>& weight) {
  residuals_and_weights<Exec, T>(exec, y, tau, fitted, residual, weight);
}

template <class Exec, class T>
double coefficient_of_determination(const Exec& exec, const VectorView<T, Exec>& y, const VectorView<T, Exec>& w,
                                    bool weighted, const OutputView<Exec>& fitted, const Reducer& reducer) {
  double sums[2] = {};
  sum_response<Exec, T>(exec, y, w, weighted, sums[0], sums[1]);
  reducer.sum(sums, 2);
  double errors[2] = {};
  squared_errors<Exec, T>(exec, y, w, weighted, fitted, sums[1] / sums[0], errors[0], errors[1]);
  reducer.sum(errors, 2);
  if (errors[1] > 0.0) return 1.0 - errors[0] / errors[1];
  return errors[0] == 0.0 ? 1.0 : 0.0;
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T)                                                                            \
  template void predict_rows<EXEC, T>(const EXEC&, const MatrixView<T, EXEC>&, const Standardization&, bool,       \
                                      const double*, int, Workspace<EXEC>&, const OutputView<EXEC>&);              \
  template void residual_rows<EXEC, T>(const EXEC&, const VectorView<T, EXEC>&, double, const OutputView<EXEC>&,   \
                                       const OutputView<EXEC>&, const OutputView<EXEC>&);                          \
  template double coefficient_of_determination<EXEC, T>(const EXEC&, const VectorView<T, EXEC>&,                   \
                                                        const VectorView<T, EXEC>&, bool, const OutputView<EXEC>&, \
                                                        const Reducer&);
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

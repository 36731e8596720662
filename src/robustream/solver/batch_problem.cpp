// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/batch_problem.hpp>

#include <robustream/base/execution_spaces.hpp>
#include <robustream/kernels/find_invalid.hpp>
#include <robustream/kernels/moments.hpp>
#include <robustream/kernels/residual_algebra.hpp>

namespace robustream {

void BatchProblem::pass(const Huber& loss, const double* b, const PassOptions& options, const double* base, int slot,
                        Summary& summary) {
  local_pass(loss, b, options, slot, summary);
  reducer_.sum(summary.data(), options.gram == GramWeight::none ? summary.vector_size() : summary.size());
  if (options.base >= 0) {
    const std::size_t size = summary.size() - summary.vector_size();
    for (std::size_t k = 0; k < size; ++k) summary.gram()[k] += base[k];
  }
  full_reads_ += 1.0;
  gram_rows_ += summary.gram_rows();
}

double BatchProblem::bregman(const Huber& loss, int from, int to, double step) {
  double total = local_bregman(loss, from, to, step);
  reducer_.sum(&total, 1);
  return total;
}

double BatchProblem::slope_along(const Huber& loss, int from, int to, double step) {
  double total = local_slope_along(loss, from, to, step);
  reducer_.sum(&total, 1);
  return total;
}

WeightSums BatchProblem::weights() {
  WeightSums sums = local_weights();
  double values[2] = {sums.total, sums.invalid};
  reducer_.sum(values, 2);
  return {values[0], values[1]};
}

void BatchProblem::moments(const double* centre, bool absolute, double* sums) {
  local_moments(centre, absolute, sums);
  reducer_.sum(sums, static_cast<std::size_t>(features_) + 1);
  full_reads_ += 1.0;
}

template <class Exec, class T>
ViewProblem<Exec, T>::ViewProblem(const Exec& exec, const Batch<T, Exec>& batch, bool intercept, int parts,
                                  const Reducer& reducer, Workspace<Exec>& workspace)
    : BatchProblem(batch.features(), intercept, reducer), exec_(exec), batch_(batch), intercept_(intercept),
      partition_(workspace.prepare(exec, batch.rows(), batch.features(), intercept, parts)), workspace_(workspace) {}

template <class Exec, class T>
void ViewProblem<Exec, T>::local_pass(const Huber& loss, const double* b, const PassOptions& options, int slot,
                                      Summary& summary) {
  fused_pass<Exec, T>(exec_, batch_, intercept_, loss, b, options, partition_, workspace_, workspace_.residual(slot),
                      summary);
}

template <class Exec, class T>
double ViewProblem<Exec, T>::local_bregman(const Huber& loss, int from, int to, double step) {
  return robustream::bregman<Exec, T>(exec_, batch_, loss, workspace_.residual(from), workspace_.residual(to), step,
                                      partition_, workspace_);
}

template <class Exec, class T> WeightSums ViewProblem<Exec, T>::local_weights() {
  return sum_weights<Exec, T>(exec_, batch_, partition_, workspace_);
}

template <class Exec, class T>
void ViewProblem<Exec, T>::local_moments(const double* centre, bool absolute, double* sums) {
  column_moments<Exec, T>(exec_, batch_, centre, absolute, partition_, workspace_, sums);
}

template <class Exec, class T>
double ViewProblem<Exec, T>::local_slope_along(const Huber& loss, int from, int to, double step) {
  return robustream::slope_along<Exec, T>(exec_, batch_, loss, workspace_.residual(from), workspace_.residual(to), step,
                                          partition_, workspace_);
}

template <class Exec, class T> Status ViewProblem<Exec, T>::find_invalid() {
  return robustream::find_invalid<Exec, T>(exec_, batch_);
}

template <class Exec, class T> void ViewProblem<Exec, T>::set_coordinates(const Standardization& standardization) {
  workspace_.set_coordinates(standardization);
}

#define ROBUSTREAM_INSTANTIATE(EXEC, T) template class ViewProblem<EXEC, T>;
ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

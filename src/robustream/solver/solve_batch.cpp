// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/solve_batch.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <robustream/solver/lamm.hpp>
#include <robustream/solver/newton.hpp>
#include <robustream/solver/prox_newton.hpp>

namespace robustream {
namespace {

Status overflow() {
  return {StatusCode::value_overflow,
          "finite input whose residuals or moments leave the range of float64: rescale the columns of X or y"};
}

/// The status of a batch that a pass found fault with: its first bad entry, or overflow if there is none.
Status explain(BatchProblem& problem) {
  const Status found = problem.find_invalid();
  return found.ok() ? overflow() : found;
}

Status check_weight(double weight) {
  if (std::isinf(weight)) return {StatusCode::weight_overflow, "the sum of the batch's weights is not finite"};
  if (!(weight > 0.0)) {
    return {StatusCode::zero_weight_sum, "every weight of the batch is 0: it holds no information; leave it out"};
  }
  return {};
}

/// Coordinates from the first batch: weighted mean and mean absolute deviation of each column. The deviation is a
/// plain sum, so it adds up over processes, and neither an outlier nor a square can overflow it.
Status first_coordinates(BatchProblem& problem, double weight, State& state) {
  const auto p = static_cast<std::size_t>(state.features);
  std::vector<double> mean(p, 0.0), sums(p + 1), deviation(p);
  problem.moments(mean.data(), !state.options.fit_intercept, sums.data());
  if (sums[p] > 0.0) return explain(problem);
  for (std::size_t j = 0; j < p; ++j) deviation[j] = sums[j] / weight;
  if (state.options.fit_intercept) {
    mean = deviation;
    problem.moments(mean.data(), true, sums.data());
    for (std::size_t j = 0; j < p; ++j) deviation[j] = sums[j] / weight;
  }
  Standardization& s = state.standardization;
  s.centre.resize(p);
  s.scale.resize(p);
  for (std::size_t j = 0; j < p; ++j) {
    // A constant column's computed mean may miss the constant by rounding; that is no spread.
    const double noise = 8.0 * std::numeric_limits<double>::epsilon() * std::fabs(mean[j]);
    choose_coordinates(mean[j], deviation[j] > noise ? deviation[j] : 0.0, s.centre[j], s.scale[j]);
  }
  return {};
}

Status run_solver(Solve& solve) {
  const Options& options = solve.surrogate.state().options;
  if (options.penalty == Penalty::none) {
    solve.report.solver = Solver::newton;
    return solve_newton(solve);
  }
  if (options.solver != Solver::lamm) {
    solve.report.solver = Solver::newton;
    return solve_prox_newton(solve);
  }
  solve.report.solver = Solver::lamm;
  return solve_lamm(solve);
}

}  // namespace

Status solve_batch(BatchProblem& problem, const State& state, const Progression& progress, State& next,
                   BatchReport& report) {
  next = state;
  const auto q = static_cast<std::size_t>(state.parameters());
  const WeightSums weights = problem.weights();
  if (weights.invalid > 0.0) return explain(problem);
  if (const Status status = check_weight(weights.total); !status.ok()) return status;
  if (!state.fitted()) {
    if (const Status status = first_coordinates(problem, weights.total, next); !status.ok()) return status;
    next.beta.assign(q, 0.0);
    next.information_matrix.assign(q * q, 0.0);
  }
  problem.set_coordinates(next.standardization);
  const State before = next;

  const Surrogate surrogate(before, weights.total);
  if (!std::isfinite(surrogate.weight_sum())) {
    return {StatusCode::weight_overflow, "the sum of all weights of the stream is not finite"};
  }
  Solve solve(problem, surrogate, report, progress);
  solve.current.b = before.beta;
  solve.evaluate(solve.current, state.options.solver == Solver::lamm ? GramWeight::none : GramWeight::curvature, false);
  if (solve.current.summary.non_finite() > 0.0) return explain(problem);
  if (const Status status = run_solver(solve); !status.ok()) return status;

  const Summary& pass = solve.current.summary;
  next.weight_sum = surrogate.weight_sum();
  for (std::size_t k = 0; k < q * q; ++k) next.information_matrix[k] += pass.gram()[k];
  // Inf in the information matrix, here or in the user's coordinates, would poison every later batch.
  for (const double value : next.information_matrix) {
    if (!std::isfinite(value)) return overflow();
  }
  for (std::size_t j = 0; j < static_cast<std::size_t>(next.features); ++j) {
    const double size = next.standardization.scale[j] + std::fabs(next.standardization.centre[j]);
    if (!std::isfinite(size * size * next.weight_sum)) return overflow();
  }
  for (const double b : solve.current.b) {
    if (!std::isfinite(b)) return overflow();
  }
  next.beta = solve.current.b;
  ++next.batch_count;
  next.previous_lambda = surrogate.lambda();

  report.weight = weights.total;
  report.objective = surrogate.objective(pass, solve.current.b.data());
  report.lambda = surrogate.lambda();
  report.bandwidth = surrogate.loss().bandwidth;
  report.full_reads = problem.full_reads();
  return {};
}

}  // namespace robustream

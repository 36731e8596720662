// SPDX-License-Identifier: BSD-3-Clause
#include "golden_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace robustream::test {
namespace {

std::vector<double> expected_user(const GoldenCase& golden, const GoldenExpected& expected) {
  std::vector<double> result = expected.coef;
  if (golden.fit_intercept) result.push_back(expected.intercept);
  return result;
}

}  // namespace

Options golden_options(const GoldenCase& golden, Solver solver) {
  Options options;
  options.tau = golden.tau;
  options.penalty = golden.penalty == "l1" ? Penalty::l1 : Penalty::none;
  options.solver = solver;
  options.lambda_scale = golden.lambda_scale;
  options.bandwidth_scale = golden.bandwidth_scale;
  options.fit_intercept = golden.fit_intercept;
  options.max_iter = static_cast<int>(golden.max_iter);
  options.tol = golden.tol;
  options.ridge = golden.ridge;
  return options;
}

Solver parity_solver(const GoldenCase& golden) { return golden.penalty == "l1" ? Solver::lamm : Solver::newton; }

reference::Batch golden_batch(const GoldenBatch& batch) {
  return {batch.rows, batch.features, batch.x, batch.y, batch.w};
}

bool OracleView::no_higher() const {
  // A float64 loop that sums the objective knows it to about 1e-12; the rest is what rounding of residuals may cost.
  return ours.absolute <= reference.absolute + 1e-12L * reference.magnitude + ours.rounding;
}

OracleView oracle_view(const GoldenCase& golden, const GoldenBatch& batch, const State& before, const State& after) {
  const Options options = golden_options(golden, parity_solver(golden));
  OracleView view;
  view.problem = make_problem(golden_batch(batch), reference_state(before), reference_options(options));
  const std::vector<double> user = expected_user(golden, *batch.expected);
  view.reference = objective_excess(view.problem, view.problem.from_user({user.begin(), user.end()}));
  view.ours = objective_excess(view.problem, coefficients_in(view.problem, after));
  return view;
}

Distances distances_to_the_minimum(const GoldenBatch& batch, const OracleView& oracle, const State& after) {
  const reference::Problem& problem = oracle.problem;
  const reference::Vector ours = coefficients_in(problem, after);
  const reference::Solution exact = reference::solve(problem, ours);
  const bool intercept = problem.options.fit_intercept;
  // Coefficients in the user's coordinates; information in standardised ones, where all entries count alike.
  const auto right = problem.to_user(exact.coefficients);
  const auto information = [&](const std::vector<double>& values) {
    reference::Matrix matrix(ours.size(), ours.size());
    std::copy(values.begin(), values.end(), matrix.values.begin());
    return make_state(problem.coordinates, intercept, right, matrix, 1, 0).information.values;
  };
  const auto furthest = [](const auto& a, const reference::Vector& b) {
    reference::Real result = 0;
    for (std::size_t k = 0; k < b.size(); ++k) result = std::max(result, std::fabs(a[k] - b[k]));
    return static_cast<double>(result);
  };
  std::vector<double> theirs = batch.expected->coef;
  if (intercept) theirs.push_back(batch.expected->intercept);
  const reference::Vector right_information = state_after(problem, exact.coefficients).information.values;

  Distances result;
  result.certified = exact.certified;
  result.objective[0] = static_cast<double>(oracle.ours.absolute);
  result.objective[1] = static_cast<double>(oracle.reference.absolute);
  result.coefficients[0] = furthest(problem.to_user(ours), right);
  result.coefficients[1] = furthest(theirs, right);
  result.information[0] = furthest(information(after.information()), right_information);
  result.information[1] = furthest(information(batch.expected->information), right_information);
  return result;
}

bool Distances::ours_nearer() const {
  return certified && objective[0] <= objective[1] && coefficients[0] <= coefficients[1] &&
         information[0] <= information[1] + 1e-13;
}

std::string Distances::text() const {
  std::ostringstream line;
  line << std::setprecision(2) << "distance from the minimiser, ours and the reference's: objective " << objective[0]
       << ", " << objective[1] << "; coefficients " << coefficients[0] << ", " << coefficients[1] << "; information "
       << information[0] << ", " << information[1];
  return line.str();
}

}  // namespace robustream::test

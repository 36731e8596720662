// SPDX-License-Identifier: BSD-3-Clause
#include <support/library.hpp>

#include <limits>
#include <sstream>

namespace robustream::test {
namespace {

template <class T> bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool same_options(const Options& a, const Options& b) {
  return a.loss == b.loss && a.penalty == b.penalty && a.solver == b.solver && same_bits(a.tau, b.tau) &&
         a.lambda.has_value() == b.lambda.has_value() && same_bits(a.lambda.value_or(0), b.lambda.value_or(0)) &&
         same_bits(a.lambda_scale, b.lambda_scale) && same_bits(a.bandwidth_scale, b.bandwidth_scale) &&
         a.fit_intercept == b.fit_intercept && a.max_iter == b.max_iter && same_bits(a.tol, b.tol) &&
         same_bits(a.ridge, b.ridge);
}

reference::Vector widen(const std::vector<double>& values) { return {values.begin(), values.end()}; }

/// Makes a singular information matrix positive semidefinite again, which float64's rounding takes from it: adds the
/// smallest share of the diagonal, from a quarter of float64's epsilon up, with which Cholesky's method goes through.
/// The problem is convex only then, and what is added means no more than the rounding did.
void mend(reference::Matrix& information) {
  const std::size_t q = information.rows;
  const reference::Real epsilon = static_cast<reference::Real>(std::numeric_limits<double>::epsilon());
  const reference::Vector right(q, 0);
  for (reference::Real share = 0; share < 1e-6L; share = share == 0 ? epsilon / 4 : 2 * share) {
    reference::Matrix attempt = information;
    for (std::size_t j = 0; j < q; ++j) attempt(j, j) += share * attempt(j, j);
    reference::Matrix factored = attempt;
    for (std::size_t j = 0; j < q; ++j) {
      if (factored(j, j) == 0) factored(j, j) = 1;
    }
    reference::Vector ignored;
    if (!solve_positive_definite(factored, right, ignored)) continue;
    information = attempt;
    return;
  }
}

}  // namespace

Options library_options(const reference::Options& options) {
  Options result;
  result.tau = static_cast<double>(options.tau);
  result.penalty = options.l1 ? Penalty::l1 : Penalty::none;
  if (options.lambda) result.lambda = static_cast<double>(*options.lambda);
  result.lambda_scale = static_cast<double>(options.lambda_scale);
  result.bandwidth_scale = static_cast<double>(options.bandwidth_scale);
  result.fit_intercept = options.fit_intercept;
  return result;
}

reference::Options reference_options(const Options& options) {
  reference::Options result;
  result.tau = options.tau;
  result.l1 = options.penalty == Penalty::l1;
  if (options.lambda) result.lambda = *options.lambda;
  result.lambda_scale = options.lambda_scale;
  result.bandwidth_scale = options.bandwidth_scale;
  result.fit_intercept = options.fit_intercept;
  return result;
}

reference::State reference_state(const State& state) {
  reference::State result;
  if (!state.fitted()) return result;
  result.coordinates = {widen(state.standardization.centre), widen(state.standardization.scale)};
  result.coefficients = widen(state.beta);
  const std::size_t q = state.beta.size();
  result.information = reference::Matrix(q, q);
  result.information.values = widen(state.information_matrix);
  mend(result.information);
  result.weight_sum = state.weight_sum;
  result.previous_lambda = state.previous_lambda;
  return result;
}

reference::Vector coefficients_in(const reference::Problem& problem, const State& state) {
  // Straight from one centre to the other: by way of the user's coordinates a column at 1e8 costs even long double
  // digits.
  reference::Vector b = widen(state.beta);
  for (std::size_t j = 0; j < problem.coordinates.scale.size(); ++j) {
    const reference::Real slope = b[j] / state.standardization.scale[j];
    b[j] = slope * problem.coordinates.scale[j];
    if (state.options.fit_intercept) {
      b.back() += (problem.coordinates.centre[j] - state.standardization.centre[j]) * slope;
    }
  }
  if (state.options.fit_intercept) b.back() -= problem.response_centre;
  return b;
}

std::vector<double> user_coefficients(const State& state) {
  std::vector<double> result = state.coefficients();
  if (state.options.fit_intercept) result.push_back(state.intercept());
  return result;
}

bool bit_equal(const State& a, const State& b) {
  return same_options(a.options, b.options) && a.features == b.features && a.feature_names == b.feature_names &&
         same_bits(a.standardization.centre, b.standardization.centre) &&
         same_bits(a.standardization.scale, b.standardization.scale) && same_bits(a.beta, b.beta) &&
         same_bits(a.information_matrix, b.information_matrix) && same_bits(a.weight_sum, b.weight_sum) &&
         a.n_samples_seen == b.n_samples_seen && a.batch_count == b.batch_count &&
         same_bits(a.previous_lambda, b.previous_lambda);
}

std::string describe(const BatchReport& report) {
  std::ostringstream text;
  text << report.rows << " rows, " << report.iterations << " iterations (" << report.majorising_steps
       << " majorising), " << name(report.termination) << ", kkt " << report.kkt << ", rank " << report.rank
       << ", condition " << report.condition << (report.least_norm ? ", least norm" : "")
       << (report.regularised ? ", regularised" : "") << (report.solver_changed ? ", LAMM then Newton" : "");
  return text.str();
}

}  // namespace robustream::test

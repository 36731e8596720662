// SPDX-License-Identifier: BSD-3-Clause
#include "golden_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <sstream>

#include <reference/objective.hpp>

namespace robustream::test {
namespace {

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::fabs(value));
  return result;
}

void check(const char* what, double actual, double expected, double limit, Differences& differences) {
  if (std::fabs(actual - expected) <= limit) return;  // false for NaN
  std::ostringstream text;
  text.precision(17);
  text << what << " is " << actual << ", expected " << expected << ", differs by " << std::setprecision(3)
       << std::fabs(actual - expected) << ", limit " << limit;
  differences.push_back(text.str());
}

/// The same for the entry that differs most.
void check_all(const char* what, const std::vector<double>& actual, const std::vector<double>& expected, double limit,
               Differences& differences) {
  if (actual.size() != expected.size()) {
    differences.push_back(std::string(what) + " has another size");
    return;
  }
  std::size_t worst = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const bool further = std::fabs(actual[i] - expected[i]) > std::fabs(actual[worst] - expected[worst]);
    if (further || std::isnan(actual[i])) worst = i;
  }
  if (!actual.empty()) check(what, actual[worst], expected[worst], limit, differences);
}

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

Status fit_golden(RenewableHuber& model, const GoldenCase& golden, const GoldenBatch& batch, BatchReport& report) {
  if (golden.dtype == "float32") return partial_fit<float>(model, golden_batch(batch), batch.weighted, &report);
  return partial_fit<double>(model, golden_batch(batch), batch.weighted, &report);
}

Status golden_state(const GoldenCase& golden, const GoldenExpected& expected, Solver solver, State& state) {
  UserState user;
  user.options = golden_options(golden, solver);
  user.coefficients = expected.coef;
  user.intercept = expected.intercept;
  user.information = expected.information;
  // The reference's float32 matrices are symmetric only to float32.
  const auto q = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(user.information.size()))));
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double mean = (user.information[i * q + j] + user.information[j * q + i]) / 2;
      user.information[i * q + j] = user.information[j * q + i] = mean;
    }
  }
  user.weight_sum = expected.weight_sum;
  user.n_samples_seen = expected.n_samples_seen;
  user.batch_count = expected.batch_count;
  user.previous_lambda = expected.lambda;
  return make_state(user, state);
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

Differences compare_counters(const GoldenCase& golden, const GoldenExpected& expected, const State& after,
                             const BatchReport& report) {
  Differences result;
  // float32 weights were summed in float32.
  const double rounding = golden.dtype == "float32" ? 1e-6 : 1e-13;
  check("weight_sum", after.weight_sum, expected.weight_sum, rounding * expected.weight_sum, result);
  check("n_samples_seen", static_cast<double>(after.n_samples_seen), static_cast<double>(expected.n_samples_seen), 0,
        result);
  check("batch_count", static_cast<double>(after.batch_count), static_cast<double>(expected.batch_count), 0, result);
  check("lambda", report.lambda, expected.lambda, rounding * expected.lambda, result);
  check("previous_lambda", after.previous_lambda, expected.lambda, rounding * expected.lambda, result);
  check("bandwidth", report.bandwidth, expected.bandwidth, rounding * expected.bandwidth, result);
  return result;
}

Differences compare_answer(const GoldenCase& golden, const GoldenExpected& expected, const OracleView& oracle,
                           const State& after, const BatchReport& report) {
  Differences result;
  const double slope = largest(expected.coef), intercept = std::fabs(expected.intercept);
  if (golden.compare == "coef") {
    check_all("coefficient", after.coefficients(), expected.coef, golden.tol_coef * (1 + slope), result);
    check("intercept", after.intercept(), expected.intercept, golden.tol_coef * (1 + slope + intercept), result);
  }
  check_all("information", after.information(), expected.information,
            golden.tol_information * largest(expected.information), result);
  const auto floor = static_cast<double>(oracle.ours.rounding);
  check("objective", report.objective, expected.objective,
        golden.tol_objective * static_cast<double>(oracle.reference.magnitude) + floor, result);
  return result;
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

bool all_finite(const State& state) {
  for (const double value : state.beta) {
    if (!std::isfinite(value)) return false;
  }
  for (const double value : state.information_matrix) {
    if (!std::isfinite(value)) return false;
  }
  return std::isfinite(state.weight_sum) && std::isfinite(state.previous_lambda);
}

Tally::~Tally() {
  std::printf("[ GOLDEN   ] %s\n", title_.c_str());
  for (const auto& [kind, count] : counts_) std::printf("[ GOLDEN   ] %6d  %s\n", count, kind.c_str());
}

int& Tally::operator[](const std::string& kind) {
  for (auto& entry : counts_) {
    if (entry.first == kind) return entry.second;
  }
  counts_.emplace_back(kind, 0);
  return counts_.back().second;
}

}  // namespace robustream::test

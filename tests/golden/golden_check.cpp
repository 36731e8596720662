// SPDX-License-Identifier: BSD-3-Clause
#include "golden_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <sstream>

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

}  // namespace

template <class T>
Status fit_golden_as(RenewableHuber& model, const GoldenBatch& batch, BatchReport& report,
                     [[maybe_unused]] Threads threads) {
#if defined(KOKKOS_ENABLE_SERIAL)
  if (threads == Threads::one) {
    return partial_fit<T, Kokkos::Serial>(model, golden_batch(batch), batch.weighted, &report);
  }
#endif
  return partial_fit<T>(model, golden_batch(batch), batch.weighted, &report);
}

Status fit_golden(RenewableHuber& model, const GoldenCase& golden, const GoldenBatch& batch, BatchReport& report,
                  Threads threads) {
  if (golden.dtype == "float32") return fit_golden_as<float>(model, batch, report, threads);
  return fit_golden_as<double>(model, batch, report, threads);
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

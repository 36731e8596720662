// SPDX-License-Identifier: BSD-3-Clause
// The golden cases of wrong input: each gets the status that names its cause, changes nothing, and the stream goes on.
#include <gtest/gtest.h>

#include <map>

#include <support/tolerance.hpp>

#include "golden_check.hpp"

namespace robustream::test {
namespace {

struct Cause {
  StatusCode code;
  std::string word;  ///< the message must have it
};

/// The cause of each refused case. Not one catch-all: 27 inputs, each by name.
const std::map<std::string, Cause>& causes() {
  static const std::map<std::string, Cause> table = {
      {"err_nan_X", {StatusCode::non_finite_feature, "X"}},
      {"err_inf_X", {StatusCode::non_finite_feature, "X"}},
      {"err_nan_X_zero_w", {StatusCode::non_finite_feature, "X"}},
      {"err_f32_overflow", {StatusCode::non_finite_feature, "X"}},
      {"err_nan_y", {StatusCode::non_finite_response, "y"}},
      {"err_inf_y", {StatusCode::non_finite_response, "y"}},
      {"err_nan_w", {StatusCode::non_finite_weight, "weight"}},
      {"err_inf_w", {StatusCode::non_finite_weight, "weight"}},
      {"err_neg_w", {StatusCode::negative_weight, "weight"}},
      {"err_zero_w", {StatusCode::zero_weight_sum, "weight"}},
      {"err_features", {StatusCode::feature_count, "2"}},
      {"err_empty_first", {StatusCode::no_rows, "0"}},
      {"err_empty_later", {StatusCode::no_rows, "0"}},
      {"err_zero_features", {StatusCode::no_features, "0"}},
      {"err_y_length", {StatusCode::response_length, "y has"}},
      {"err_w_length", {StatusCode::weight_length, "w has 31"}},
      {"err_poisoned_state", {StatusCode::value_overflow, ""}},
      {"err_opt_tau_0", {StatusCode::invalid_option, "tau"}},
      {"err_opt_tau_nan", {StatusCode::invalid_option, "tau"}},
      {"err_opt_tau_inf", {StatusCode::invalid_option, "tau"}},
      {"err_opt_lambda_neg", {StatusCode::invalid_option, "lambda_scale"}},
      {"err_opt_bw_0", {StatusCode::invalid_option, "bandwidth_scale"}},
      {"err_opt_max_iter_0", {StatusCode::invalid_option, "max_iter"}},
      {"err_opt_tol_0", {StatusCode::invalid_option, "tol"}},
      {"err_opt_ridge_neg", {StatusCode::invalid_option, "ridge"}},
      {"err_opt_penalty_l2", {StatusCode::invalid_option, "l1"}},  // parse(), with the nearest name
      {"err_opt_dtype_f16", {StatusCode::invalid_option, ""}}};    // does not compile
  return table;
}

void expect_cause(const Status& status, const Cause& cause) {
  EXPECT_EQ(name(status.code()), std::string(name(cause.code))) << status.message();
  EXPECT_NE(status.message().find(cause.word), std::string::npos) << status.message();
}

/// Feeds a case's batches, expecting refusals where the file says so and, for err_poisoned_state, one batch earlier.
void run(const GoldenCase& golden, const Cause& cause, Tally& tally) {
  RenewableHuber model(golden_options(golden, parity_solver(golden)));
  const bool poisoned = golden.name == "err_poisoned_state";
  bool refused_before = false;
  for (std::size_t k = 0; k < golden.batches.size(); ++k) {
    const GoldenBatch& batch = golden.batches[k];
    SCOPED_TRACE("batch " + std::to_string(k));
    const State before = model.state();
    BatchReport report;
    const Status status = fit_golden(model, golden, batch, report);
    if (poisoned) {
      // The reference takes X of 1e200 and is lost from then on; ours refuses it at once. The next batch is good.
      if (k == 0) {
        expect_cause(status, cause);
        EXPECT_TRUE(bit_equal(before, model.state()));
      } else {
        EXPECT_TRUE(status.ok()) << status.message();
      }
      ++tally[k == 0 ? "batches refused, state bit-equal" : "batches accepted after a refusal"];
      continue;
    }
    if (!batch.expect_error.empty()) {
      expect_cause(status, cause);
      EXPECT_TRUE(bit_equal(before, model.state()));
      refused_before = true;
      ++tally["batches refused, state bit-equal"];
      continue;
    }
    ASSERT_TRUE(status.ok()) << status.message();
    SCOPED_TRACE(describe(report));
    for (const std::string& difference : compare_counters(golden, *batch.expected, model.state(), report)) {
      ADD_FAILURE() << difference;
    }
    EXPECT_TRUE(report.converged);
    EXPECT_LT(distance(user_coefficients(model.state()),
                       [&] {
                         std::vector<double> user = batch.expected->coef;
                         if (golden.fit_intercept) user.push_back(batch.expected->intercept);
                         return user;
                       }()),
              1e-6);
    ++tally[refused_before ? "batches accepted after a refusal" : "batches accepted before a refusal"];
  }
}

TEST(GoldenErrors, each_names_its_cause_and_changes_nothing) {
  Tally tally("cases of errors");
  std::size_t seen = 0;
  for (const std::string& file : golden_files(ROBUSTREAM_TEST_GOLDEN_DIR)) {
    const GoldenCase golden = read_golden_case(file);
    if (!golden.is_error()) continue;
    ++seen;
    SCOPED_TRACE(golden.name + ": " + golden.purpose);
    const auto cause = causes().find(golden.name);
    ASSERT_NE(cause, causes().end()) << "no cause listed";
    if (golden.name == "err_opt_penalty_l2") {
      Penalty penalty = Penalty::none;
      expect_cause(parse(golden.penalty, penalty), cause->second);
      ++tally["cases refused by parse()"];
    } else if (golden.name == "err_opt_dtype_f16") {
      // Element types are the compiler's business: a View of half precision (or of integers) is a compile error.
      static_assert(detail::is_real_v<Kokkos::View<const float**>> && detail::is_real_v<Kokkos::View<double**>>);
      static_assert(!detail::is_real_v<Kokkos::View<short**>> && !detail::is_real_v<Kokkos::View<long double**>>);
      EXPECT_EQ(golden.dtype, "float16");
      ++tally["cases refused by the compiler"];
    } else {
      run(golden, cause->second, tally);
      ++tally["cases refused by partial_fit"];
    }
  }
  EXPECT_EQ(seen, causes().size());
  EXPECT_EQ(seen, 27U);
}

}  // namespace
}  // namespace robustream::test

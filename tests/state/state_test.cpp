// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/state/state.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace robustream {
namespace {

UserState example() {
  UserState user;
  user.feature_names = {"a", "b"};
  user.coefficients = {0.5, -2.0};
  user.intercept = 3.0;
  // Rows (10, 1, 1), (12, -1, 1), (14, 0, 1): a plain Gram matrix.
  user.information = {440, -2, 36, -2, 2, 0, 36, 0, 3};
  user.weight_sum = 3;
  user.n_samples_seen = 3;
  user.batch_count = 1;
  return user;
}

TEST(State, UserCoordinatesComeBack) {
  const UserState user = example();
  State state;
  ASSERT_TRUE(make_state(user, state).ok());
  EXPECT_EQ(state.coefficients(), user.coefficients);
  EXPECT_EQ(state.intercept(), user.intercept);
  const auto information = state.information();
  for (std::size_t k = 0; k < information.size(); ++k) EXPECT_NEAR(information[k], user.information[k], 1e-12);
  EXPECT_NE(state.standardization.centre[0], 0.0);  // a column at 12 is centred
}

TEST(State, CaseB17NegativeDiagonalIsNotPositiveDefinite) {
  UserState user = example();
  user.information[4] = -2.0;
  State state;
  EXPECT_EQ(make_state(user, state).code(), StatusCode::not_positive_definite);
  EXPECT_FALSE(state.fitted());
}

TEST(State, IndefiniteMatrixWithAPositiveDiagonalIsRefused) {
  UserState user = example();
  user.information = {1, 2, 0, 2, 1, 0, 0, 0, 3};
  State state;
  EXPECT_EQ(make_state(user, state).code(), StatusCode::not_positive_definite);
}

TEST(State, ContradictionsAreNamed) {
  State good;
  ASSERT_TRUE(make_state(example(), good).ok());
  const auto expect = [&](auto change, const char* word) {
    State bad = good;
    change(bad);
    const Status status = bad.check();
    EXPECT_EQ(status.code(), StatusCode::invalid_state) << word;
    EXPECT_NE(status.message().find(word), std::string::npos) << status.message();
  };
  expect([](State& s) { s.beta.pop_back(); }, "sizes");
  expect([](State& s) { s.beta[0] = std::nan(""); }, "NaN");
  expect([](State& s) { s.standardization.scale[0] = 0.0; }, "scale");
  expect([](State& s) { s.weight_sum = 0.0; }, "weight_sum");
  expect([](State& s) { s.batch_count = 9; }, "batch_count");
  expect([](State& s) { s.previous_lambda = -1.0; }, "previous_lambda");
  expect([](State& s) { s.information_matrix[1] += 5.0; }, "symmetric");
  expect([](State& s) { s.feature_names = {"a", "a"}; }, "twice");
  State bad = good;
  bad.options.tau = 0.0;
  EXPECT_EQ(bad.check().code(), StatusCode::invalid_option);
}

TEST(State, AFreshStateIsValidAndEmpty) {
  const State state;
  EXPECT_TRUE(state.check().ok());
  EXPECT_TRUE(state.coefficients().empty());
  EXPECT_EQ(state.intercept(), 0.0);
}

TEST(State, ASingularInformationMatrixIsFine) {
  UserState user = example();
  user.information.assign(9, 0.0);
  State state;
  EXPECT_TRUE(make_state(user, state).ok());
}

}  // namespace
}  // namespace robustream

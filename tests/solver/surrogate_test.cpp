// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/surrogate.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <robustream/solver/certificate.hpp>

namespace robustream {
namespace {

State after_one_batch(Penalty penalty) {
  State state;
  state.options.penalty = penalty;
  state.features = 2;
  state.standardization = {{0.0, 0.0}, {2.0, 1.0}};
  state.beta = {1.0, -0.5, 3.0};
  state.information_matrix = {4, 1, 0, 1, 3, 0, 0, 0, 2};
  state.weight_sum = 6.0;
  state.n_samples_seen = 6;
  state.batch_count = 1;
  state.previous_lambda = 0.25;
  return state;
}

TEST(Surrogate, BandwidthAndLambdaFollowTheRule) {
  const State state = after_one_batch(Penalty::l1);
  const Surrogate s(state, 4.0);
  EXPECT_DOUBLE_EQ(s.weight_sum(), 10.0);
  EXPECT_DOUBLE_EQ(s.loss().bandwidth, 1.0 / (std::sqrt(10.0) * std::log(2.0)));
  EXPECT_DOUBLE_EQ(s.lambda(), 1.345 * std::sqrt(std::log(2.0) / 10.0));
  EXPECT_DOUBLE_EQ(s.penalty(0), s.lambda() / 2.0);
  EXPECT_EQ(s.penalty(2), 0.0);  // the intercept
  State capped = state;
  capped.options.bandwidth_scale = 100.0;
  EXPECT_EQ(Surrogate(capped, 4.0).loss().bandwidth, 1.345);
  State fixed = state;
  fixed.options.lambda = 0.125;
  EXPECT_EQ(Surrogate(fixed, 4.0).lambda(), 0.125);
}

TEST(Surrogate, GradientIsTheDerivativeOfTheObjective) {
  const State state = after_one_batch(Penalty::l1);
  const Surrogate s(state, 4.0);
  Summary pass(3);
  for (std::size_t j = 0; j < 3; ++j) pass.data()[Summary::scalars + j] = 0.7 * (j + 1.0);
  const std::vector<double> b{1.5, -0.25, 2.0};
  std::vector<double> g(3);
  s.gradient(pass, b.data(), g.data());
  // The batch's part of the objective is constant here: only the history and s change, plus the penalty's slope.
  for (std::size_t j = 0; j < 3; ++j) {
    std::vector<double> up = b, down = b;
    up[j] += 1e-6;
    down[j] -= 1e-6;
    const double slope = (s.objective(pass, up.data()) - s.objective(pass, down.data())) / 2e-6;
    const double penalty = s.penalty(static_cast<int>(j)) * (b[j] > 0 ? 1.0 : -1.0);
    EXPECT_NEAR(g[j], slope - penalty - pass.score()[j] / 10.0, 1e-8) << j;
  }
}

TEST(Surrogate, SubgradientHasTheSignsOfTheCoefficientsBefore) {
  const State state = after_one_batch(Penalty::l1);
  const Surrogate s(state, 4.0);
  const Summary pass(3);
  std::vector<double> g(3);
  s.gradient(pass, state.beta.data(), g.data());
  EXPECT_DOUBLE_EQ(g[0], -0.6 * 0.25 / 2.0);
  EXPECT_DOUBLE_EQ(g[1], 0.6 * 0.25);
  EXPECT_EQ(g[2], 0.0);
}

TEST(Surrogate, StepRuleLooksAtBothCoordinates) {
  State state = after_one_batch(Penalty::none);
  state.standardization.scale[0] = 1e-9;  // the user's first coefficient is 1e9 times the standardised one
  const Surrogate s(state, 4.0);
  const std::vector<double> b{0.0, 0.0, 1.0};
  const std::vector<double> c{1e-12, 0.0, 1.0};
  EXPECT_FALSE(s.step_is_small(b.data(), c.data()));
  EXPECT_TRUE(s.step_is_small(b.data(), b.data()));
}

TEST(Certificate, IsZeroAtAMinimiserAndOneFarAway) {
  State state = after_one_batch(Penalty::none);
  state.information_matrix.assign(9, 0.0);
  const Surrogate s(state, 4.0);
  Summary pass(3);
  const double score[3] = {2.0, 0.0, 0.0};
  for (std::size_t j = 0; j < 3; ++j) {
    pass.data()[Summary::scalars + j] = score[j];
    pass.data()[Summary::scalars + 3 + j] = 2.0;
  }
  std::vector<double> g(3);
  s.gradient(pass, state.beta.data(), g.data());
  EXPECT_DOUBLE_EQ(stationarity(s, pass, state.beta.data(), g.data()), 1.0);
  g.assign(3, 0.0);
  EXPECT_EQ(stationarity(s, pass, state.beta.data(), g.data()), 0.0);
  g[1] = std::nan("");
  EXPECT_TRUE(std::isinf(stationarity(s, pass, state.beta.data(), g.data())));
}

TEST(Certificate, RoundingAloneIsNoDistance) {
  const State state = after_one_batch(Penalty::none);
  const Surrogate s(state, 4.0);
  Summary pass(3);
  for (std::size_t j = 0; j < 3; ++j) pass.data()[Summary::scalars + 6 + j] = 1e8;
  const double noise = std::numeric_limits<double>::epsilon() * 1e8 / s.weight_sum();
  std::vector<double> g{noise, -noise, 0.0};
  EXPECT_EQ(stationarity(s, pass, state.beta.data(), g.data()), 0.0);
  g[0] = 100.0 * noise;
  EXPECT_GT(stationarity(s, pass, state.beta.data(), g.data()), 0.5);
}

TEST(Certificate, PenalisedZeroMayHaveAGradientUpToLambda) {
  State state = after_one_batch(Penalty::l1);
  state.beta = {0.0, 0.0, 0.0};
  const Surrogate s(state, 4.0);
  const Summary pass(3);
  std::vector<double> g{0.99 * s.penalty(0), -0.99 * s.penalty(1), 0.0};
  EXPECT_EQ(stationarity(s, pass, state.beta.data(), g.data()), 0.0);
  g[0] = 2.0 * s.penalty(0);
  EXPECT_DOUBLE_EQ(stationarity(s, pass, state.beta.data(), g.data()), 1.0);
}

}  // namespace
}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/newton_system.hpp>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace robustream {
namespace {

State fresh_state(std::int64_t features, double ridge) {
  State state;
  state.options.ridge = ridge;
  state.features = features;
  const auto q = static_cast<std::size_t>(state.parameters());
  state.standardization.centre.assign(static_cast<std::size_t>(features), 0.0);
  state.standardization.scale.assign(static_cast<std::size_t>(features), 1.0);
  state.beta.assign(q, 0.0);
  state.information_matrix.assign(q * q, 0.0);
  return state;
}

TEST(NewtonSystem, RidgeIsTheUsersDiagonal) {
  State state = fresh_state(1, 0.5);
  state.standardization.centre[0] = 2.0;
  state.standardization.scale[0] = 4.0;
  const Surrogate surrogate(state, 10.0);
  NewtonSystem system(surrogate);
  const std::vector<double> gram{30.0, 5.0, 5.0, 10.0};
  ASSERT_TRUE(system.assemble(gram.data(), true));
  // The user's d = (d~_1 / 4, d~_2 - d~_1 / 2), so ridge |d|^2 has these entries.
  EXPECT_DOUBLE_EQ(system.matrix()[0], 3.0 + 0.5 * (1.0 / 16 + 0.25));
  EXPECT_DOUBLE_EQ(system.matrix()[1], 0.5 + 0.5 * -0.5);
  EXPECT_DOUBLE_EQ(system.matrix()[3], 1.0 + 0.5);
  ASSERT_TRUE(system.assemble(gram.data(), false));
  EXPECT_EQ(system.matrix()[0], 3.0);
}

TEST(NewtonSystem, SingularSystemsReportTheirRankAndSolveByLeastNorm) {
  const State state = fresh_state(2, 1e-8);
  const Surrogate surrogate(state, 1.0);
  NewtonSystem system(surrogate);
  const std::vector<double> gram{1, 2, 0, 2, 4, 0, 0, 0, 1};
  ASSERT_TRUE(system.assemble(gram.data(), true));
  EXPECT_TRUE(system.regularised());
  EXPECT_EQ(system.rank(), 2);
  ASSERT_TRUE(system.assemble(gram.data(), false));
  EXPECT_EQ(system.rank(), 2);
  EXPECT_TRUE(system.least_norm());
  EXPECT_TRUE(std::isinf(system.condition()));
  const std::vector<double> g{1.0, 2.0, 3.0};
  std::vector<double> d(3);
  system.solve(g.data(), d.data());
  EXPECT_NEAR(d[0], 0.2, 1e-12);
  EXPECT_NEAR(d[1], 0.4, 1e-12);
  EXPECT_NEAR(d[2], 3.0, 1e-12);
  EXPECT_FALSE(system.misses(g.data()));
  const std::vector<double> outside{2.0, -1.0, 0.0};
  EXPECT_TRUE(system.misses(outside.data()));
}

TEST(NewtonSystem, ARidgeThatDominatesIsLeftOut) {
  const State state = fresh_state(1, 1e-8);
  const Surrogate surrogate(state, 1.0);
  NewtonSystem system(surrogate);
  const std::vector<double> gram{1e-14, 0.0, 0.0, 1.0};
  ASSERT_TRUE(system.assemble(gram.data(), true));
  const std::vector<double> g{1e-14, 1.0};
  std::vector<double> d(2);
  system.solve(g.data(), d.data());
  EXPECT_NEAR(d[0], 1.0, 1e-12);
}

TEST(NewtonSystem, NaNIsAFailureNotAnAnswer) {
  const State state = fresh_state(1, 1e-8);
  const Surrogate surrogate(state, 1.0);
  NewtonSystem system(surrogate);
  const std::vector<double> gram{std::nan(""), 0.0, 0.0, 1.0};
  EXPECT_FALSE(system.assemble(gram.data(), true));
}

}  // namespace
}  // namespace robustream

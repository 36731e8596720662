// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <reference/certificate.hpp>
#include <reference/excess.hpp>
#include <reference/line_search.hpp>
#include <reference/objective.hpp>
#include <reference/penalised_quadratic.hpp>
#include <reference/solver.hpp>
#include <support/field_data.hpp>
#include <support/random_numbers.hpp>
#include <support/random_stream.hpp>

namespace robustream::reference {
namespace {

using test::RandomNumbers;

Problem stackloss_problem(Real tau) {
  const test::Table table = test::stackloss();
  Options options;
  options.tau = tau;
  return make_problem({table.rows, table.features, table.x, table.y, {}}, {}, options);
}

TEST(ReferenceCertificate, tells_a_wrong_answer_from_the_right_one) {
  const Problem problem = stackloss_problem(1.345L);
  // Where the reference implementation stops: every residual lies in the flat part of the curvature.
  EXPECT_GT(stationarity(problem, problem.from_user({0, 0, 0, 0})), 0.5L);
  EXPECT_LT(stationarity(problem, solve(problem).coefficients), 1e-17L);
  EXPECT_GT(stationarity(problem, problem.from_user({.8362L, .6872026L, -.10800755L, -38.392382L})), 1e-6L);
}

TEST(ReferenceCertificate, does_not_depend_on_the_scale_of_a_column_or_on_the_size_of_weights) {
  const test::Table table = test::phones();
  Batch batch{table.rows, 1, table.x, table.y, std::vector<double>(table.rows, 1)};
  const Problem plain = make_problem(batch, {}, {});
  for (double& x : batch.x) x *= 1024;
  for (double& w : batch.w) w *= 1e-12;
  const Problem scaled = make_problem(batch, {}, {});
  EXPECT_NEAR(static_cast<double>(stationarity(plain, plain.from_user({1, 2}))),
              static_cast<double>(stationarity(scaled, scaled.from_user({1 / 1024.0L, 2}))), 1e-15);
}

TEST(ReferenceQuadratic, meets_its_own_optimality_conditions) {
  RandomNumbers random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const auto q = static_cast<std::size_t>(random.integer(1, 12));
    Matrix h(q, q);
    for (std::size_t k = 0; k < q + 2; ++k) {
      Vector z(q);
      for (Real& value : z) value = random.normal();
      add_outer_product(1, z.data(), h);
    }
    mirror(h);
    Vector g(q), lambda(q), b(q), v;
    for (std::size_t j = 0; j < q; ++j) {
      g[j] = random.normal();
      lambda[j] = random.chance(0.2) ? 0 : random.uniform(0, 2);
      b[j] = random.chance(0.5) ? 0 : random.normal();
    }
    ASSERT_TRUE(minimise_penalised_quadratic(h, g, lambda, b, v));
    const Vector slope = multiply(h, subtract(v, b));
    for (std::size_t j = 0; j < q; ++j) {
      EXPECT_LT(subgradient_distance(g[j] + slope[j], lambda[j], v[j]), 1e-16L) << "trial " << trial;
    }
  }
}

TEST(ReferenceLineSearch, no_point_nearby_is_lower) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const test::RandomStream stream = test::random_stream(seed);
    const Problem problem = make_problem(stream.batches[0], {}, stream.options);
    const Vector b(problem.parameters(), 0.01L);
    Vector d = gradient(problem, b);
    for (Real& value : d) value = -value;
    const Real t = minimise_along(problem, residuals(problem, b), b, d);
    Vector at_t = b, before = b, after = b;
    for (std::size_t j = 0; j < b.size(); ++j) {
      at_t[j] += t * d[j];
      before[j] += t * 0.999L * d[j];
      after[j] += t * 1.001L * d[j];
    }
    EXPECT_GE(objective_difference(problem, at_t, before), 0) << stream.description;
    EXPECT_GE(objective_difference(problem, at_t, after), 0) << stream.description;
  }
}

TEST(ReferenceObjective, difference_is_the_difference) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const test::RandomStream stream = test::random_stream(seed);
    RandomNumbers random(seed);
    State state;
    for (const Batch& batch : stream.batches) {
      const Problem problem = make_problem(batch, state, stream.options);
      Vector b(problem.parameters()), c = b;
      for (std::size_t j = 0; j < b.size(); ++j) {
        b[j] = random.chance(0.3) ? 0 : problem.options.tau * random.normal();
        c[j] = random.chance(0.3) ? 0 : problem.options.tau * random.normal();
      }
      const Objective at_b = objective(problem, b), at_c = objective(problem, c);
      EXPECT_NEAR(static_cast<double>(objective_difference(problem, b, c) / (at_b.magnitude() + at_c.magnitude())),
                  static_cast<double>((at_c.total() - at_b.total()) / (at_b.magnitude() + at_c.magnitude())), 1e-13)
          << stream.description;
      state = state_after(problem, b);
    }
  }
}

// The claim behind every test that uses the oracle: on the traps of random_stream it finds a minimum and knows it.
TEST(ReferenceSolver, certified_on_random_streams_and_the_same_from_far_away) {
  std::size_t solved = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const test::RandomStream stream = test::random_stream(seed);
    RandomNumbers random(seed);
    State state;
    for (const Batch& batch : stream.batches) {
      const Problem problem = make_problem(batch, state, stream.options);
      const Solution solution = solve(problem);
      EXPECT_TRUE(solution.certified) << stream.description << " kkt " << static_cast<double>(solution.kkt);
      Vector far(problem.parameters());
      for (Real& value : far) value = 100 * problem.options.tau * random.normal();
      const Excess excess = objective_excess(problem, solve(problem, far).coefficients);
      EXPECT_TRUE(excess.minimum.certified) << stream.description;
      // Not equal: along directions that only rounding tells apart, far away is a different place.
      EXPECT_TRUE(excess.within(1e-11L)) << stream.description << " excess " << static_cast<double>(excess.relative());
      state = state_after(problem, solution.coefficients);
      ++solved;
    }
  }
  RecordProperty("problems", static_cast<int>(solved));
}

TEST(ReferenceExcess, sees_a_small_step_away_from_the_minimum) {
  const Problem problem = stackloss_problem(1.345L);
  Vector b = solve(problem).coefficients;
  EXPECT_TRUE(objective_excess(problem, b).within(1e-17L));
  b[0] += 1e-6L;
  const Excess excess = objective_excess(problem, b);
  EXPECT_GT(excess.relative(), 1e-15L);
  EXPECT_LT(excess.relative(), 1e-11L);
  b[0] += 1e-2L;
  EXPECT_FALSE(objective_excess(problem, b).within(1e-10L));
}

}  // namespace
}  // namespace robustream::reference

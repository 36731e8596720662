// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/lasso_model.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace robustream {
namespace {

/// Largest violation of g + H (c - b) in -lambda times the subgradient of |c|.
double violation(const std::vector<double>& h, const std::vector<double>& g, const std::vector<double>& b,
                 const std::vector<double>& lambda, const std::vector<double>& c) {
  const std::size_t q = g.size();
  double worst = 0.0;
  for (std::size_t j = 0; j < q; ++j) {
    double gradient = g[j];
    for (std::size_t i = 0; i < q; ++i) gradient += h[j * q + i] * (c[i] - b[i]);
    const double v = c[j] > 0   ? std::fabs(gradient + lambda[j])
                     : c[j] < 0 ? std::fabs(gradient - lambda[j])
                                : std::fabs(gradient) - lambda[j];
    worst = std::max(worst, v);
  }
  return worst;
}

TEST(LassoModel, MeetsItsOptimalityCondition) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    const std::size_t q = 1 + seed % 30;
    const std::size_t rows = q + 3;
    std::vector<double> a(rows * q), h(q * q, 0.0), g(q), b(q), lambda(q), c(q);
    for (std::size_t r = 0; r < rows; ++r) {
      const double common = normal(engine);  // correlated columns
      for (std::size_t j = 0; j < q; ++j) a[j * rows + r] = normal(engine) + 3.0 * common;
    }
    for (std::size_t i = 0; i < q; ++i) {
      for (std::size_t j = 0; j < q; ++j) {
        for (std::size_t r = 0; r < rows; ++r) h[j * q + i] += a[i * rows + r] * a[j * rows + r] / rows;
      }
      g[i] = 2.0 * normal(engine);
      b[i] = seed % 2 == 0 ? 0.0 : normal(engine);
      lambda[i] = i + 1 == q ? 0.0 : 0.5;
    }
    LassoModel model(static_cast<int>(q));
    EXPECT_TRUE(model.minimise(h.data(), g.data(), b.data(), lambda.data(), c.data())) << "seed " << seed;
    EXPECT_LT(violation(h, g, b, lambda, c), 1e-9) << "seed " << seed << " q " << q;
  }
}

TEST(LassoModel, LargePenaltyGivesExactZeros) {
  const std::vector<double> h{2.0, 0.3, 0.3, 1.0}, g{0.4, -0.2}, b{0.0, 0.0}, lambda{0.5, 0.5};
  std::vector<double> c(2, 9.0);
  LassoModel model(2);
  EXPECT_TRUE(model.minimise(h.data(), g.data(), b.data(), lambda.data(), c.data()));
  EXPECT_EQ(c[0], 0.0);
  EXPECT_EQ(c[1], 0.0);
}

TEST(LassoModel, AnEntryWithoutCurvatureStaysWhereItIs) {
  const std::vector<double> h{1.0, 0.0, 0.0, 0.0}, g{-1.0, 0.1}, b{0.0, 0.25}, lambda{0.5, 0.5};
  std::vector<double> c(2);
  LassoModel model(2);
  model.minimise(h.data(), g.data(), b.data(), lambda.data(), c.data());
  EXPECT_EQ(c[0], 0.5);
  EXPECT_EQ(c[1], 0.25);
}

}  // namespace
}  // namespace robustream

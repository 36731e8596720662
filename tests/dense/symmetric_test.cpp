// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/dense/symmetric.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace robustream::dense {
namespace {

/// A random matrix B'B of rank min(rows, q), column-major.
std::vector<double> gram(int q, int rows, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<double> b(static_cast<std::size_t>(q) * rows);
  for (auto& value : b) value = uniform(engine);
  std::vector<double> a(static_cast<std::size_t>(q) * q, 0.0);
  for (int i = 0; i < q; ++i) {
    for (int j = 0; j < q; ++j) {
      for (int r = 0; r < rows; ++r) a[j * q + i] += b[i * rows + r] * b[j * rows + r];
    }
  }
  return a;
}

TEST(Cholesky, SolvesWhateverTheScalesOfTheVariables) {
  for (const int q : {1, 2, 5, 40}) {
    std::vector<double> a = gram(q, q + 10, 7);
    std::vector<double> scale(q), x(q), b(q), solution(q);
    for (int j = 0; j < q; ++j) scale[j] = std::pow(10.0, (j * 7) % 25 - 12);
    for (int j = 0; j < q; ++j) {
      for (int i = 0; i < q; ++i) a[j * q + i] *= scale[i] * scale[j];
      x[j] = (1.0 + j) / scale[j];
    }
    for (int i = 0; i < q; ++i) {
      for (int j = 0; j < q; ++j) b[i] += a[j * q + i] * x[j];
    }
    Cholesky cholesky;
    ASSERT_TRUE(cholesky.factor(a.data(), q)) << q;
    cholesky.solve(b.data(), solution.data());
    for (int j = 0; j < q; ++j) EXPECT_NEAR(solution[j] / x[j], 1.0, 1e-9) << q;
    EXPECT_LT(cholesky.condition(), 1e6);
    EXPECT_GE(cholesky.condition(), 1.0);
  }
}

TEST(Cholesky, RefusesIndefiniteAndNaN) {
  Cholesky cholesky;
  const std::vector<double> indefinite{1.0, 2.0, 2.0, 1.0};
  EXPECT_FALSE(cholesky.factor(indefinite.data(), 2));
  const std::vector<double> negative{-1.0};
  EXPECT_FALSE(cholesky.factor(negative.data(), 1));
  const std::vector<double> nan{1.0, std::nan(""), std::nan(""), 1.0};
  EXPECT_FALSE(cholesky.factor(nan.data(), 2));
}

TEST(Spectral, CountsTheRank) {
  for (const int rank : {1, 3, 6}) {
    const std::vector<double> a = gram(6, rank, 11);
    Spectral spectral;
    ASSERT_TRUE(spectral.factor(a.data(), 6));
    EXPECT_EQ(spectral.rank(), rank);
  }
  const std::vector<double> zero(9, 0.0);
  Spectral spectral;
  ASSERT_TRUE(spectral.factor(zero.data(), 3));
  EXPECT_EQ(spectral.rank(), 0);
}

TEST(Spectral, LeastNormSolutionIsTheShortestInTheGivenCoordinates) {
  // x1 + x2 = 2: shortest is (1, 1); where x2 counts a hundredfold it is almost (2, 0).
  const std::vector<double> a{1.0, 1.0, 1.0, 1.0};
  const std::vector<double> b{2.0, 2.0};
  Spectral spectral;
  ASSERT_TRUE(spectral.factor(a.data(), 2));
  std::vector<double> x(2);
  const std::vector<double> identity{1.0, 0.0, 0.0, 1.0};
  spectral.least_norm(b.data(), identity.data(), 2, x.data());
  EXPECT_NEAR(x[0], 1.0, 1e-14);
  EXPECT_NEAR(x[1], 1.0, 1e-14);
  const std::vector<double> weighted{1.0, 0.0, 0.0, 100.0};
  spectral.least_norm(b.data(), weighted.data(), 2, x.data());
  EXPECT_NEAR(x[0], 2.0 * 10000.0 / 10001.0, 1e-12);
  EXPECT_NEAR(x[1], 2.0 / 10001.0, 1e-12);
}

TEST(Spectral, SaysHowMuchOfAVectorItCannotReach) {
  const std::vector<double> a{1.0, 0.0, 0.0, 0.0};
  Spectral spectral;
  ASSERT_TRUE(spectral.factor(a.data(), 2));
  const std::vector<double> inside{3.0, 0.0};
  const std::vector<double> outside{0.0, 3.0};
  EXPECT_EQ(spectral.outside_range(inside.data()), 0.0);
  EXPECT_EQ(spectral.outside_range(outside.data()), 1.0);
}

TEST(Multiply, AgreesWithPlainLoops) {
  const int q = 7;
  const std::vector<double> a = gram(q, 9, 3);
  std::vector<double> x(q), y(q);
  for (int j = 0; j < q; ++j) x[j] = j - 2.5;
  multiply(a.data(), q, x.data(), y.data());
  double form = 0.0;
  for (int i = 0; i < q; ++i) {
    double expected = 0.0;
    for (int j = 0; j < q; ++j) expected += a[j * q + i] * x[j];
    EXPECT_NEAR(y[i], expected, 1e-13);
    form += x[i] * expected;
  }
  EXPECT_NEAR(quadratic_form(a.data(), q, x.data(), x.data()), form, 1e-12);
}

}  // namespace
}  // namespace robustream::dense

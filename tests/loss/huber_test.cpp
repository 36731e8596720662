// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/loss/huber.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace robustream {
namespace {

TEST(Huber, CaseC11RhoOfThree) { EXPECT_DOUBLE_EQ((Huber{1.345, 1.0}.rho(3.0)), 3.1304875); }

TEST(Huber, CaseA13CurvatureInTheTransition) {
  const Huber loss{2.0, 0.5};
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_EQ(loss.curvature(sign * 1.75), 0.75);
    EXPECT_EQ(loss.curvature(sign * 2.0), 0.5);
    EXPECT_EQ(loss.curvature(sign * 2.25), 0.25);
    EXPECT_EQ(loss.curvature(sign * 1.5), 1.0);
    EXPECT_EQ(loss.curvature(sign * 2.5), 0.0);
  }
}

TEST(Huber, ScoreIsTheDerivativeOfTheLoss) {
  const Huber loss{1.345, 0.3};
  for (const double r : {-5.0, -1.5, -1.0, 0.0, 0.4, 1.2, 1.4, 30.0}) {
    const double step = 1e-6;
    EXPECT_NEAR((loss.rho(r + step) - loss.rho(r - step)) / (2 * step), loss.psi(r), 1e-8) << r;
    EXPECT_DOUBLE_EQ(loss.majorizer(r) * r, loss.psi(r)) << r;
  }
}

TEST(Huber, LossIsContinuousAtTheThreshold) {
  const Huber loss{2.5, 0.1};
  const double above = std::nextafter(2.5, 3.0);
  EXPECT_NEAR(loss.rho(2.5), loss.rho(above), 1e-14);
}

TEST(Huber, BregmanDistanceIsTheLossBeyondItsTangent) {
  const Huber loss{1.0, 0.2};
  for (const double b : {-3.0, -0.5, 0.0, 0.9, 4.0}) {
    for (const double c : {-2.0, -0.9, 0.3, 1.0, 2.0}) {
      const double expected = loss.rho(c) - loss.rho(b) - loss.psi(b) * (c - b);
      EXPECT_NEAR(Huber::bregman(c, loss.psi(c), loss.psi(b)), expected, 1e-15) << b << " " << c;
      EXPECT_GE(Huber::bregman(c, loss.psi(c), loss.psi(b)), 0.0);
    }
  }
}

TEST(Huber, AnOutlierOf1e300IsHarmless) {
  const Huber loss{1.345, 0.1};
  EXPECT_EQ(loss.psi(1e300), 1.345);
  EXPECT_EQ(loss.curvature(1e300), 0.0);
  EXPECT_TRUE(std::isfinite(loss.rho(1e300)));
  EXPECT_EQ(Huber::bregman(1e300, loss.psi(1e300), loss.psi(2e300)), 0.0);
}

TEST(Huber, BandwidthEqualToTauMeetsAtZero) {
  const Huber loss{1.0, 1.0};
  EXPECT_EQ(loss.curvature(0.0), 1.0);
  EXPECT_EQ(loss.curvature(1.0), 0.5);
  EXPECT_EQ(loss.curvature(2.0), 0.0);
}

}  // namespace
}  // namespace robustream

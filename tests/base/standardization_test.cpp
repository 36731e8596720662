// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/standardization.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace robustream {
namespace {

TEST(ChooseCoordinates, ScaleIsThePowerOfTwoNearestToTheSpread) {
  double centre = 0.0;
  double scale = 0.0;
  choose_coordinates(0.0, 3.1, centre, scale);
  EXPECT_EQ(scale, 4.0);
  choose_coordinates(0.0, 1e-6, centre, scale);
  EXPECT_NEAR(std::log2(scale), std::log2(1e-6), 0.5);
  EXPECT_EQ(std::log2(scale), std::nearbyint(std::log2(scale)));
}

TEST(ChooseCoordinates, NoSpreadMeansScaleOne) {
  double centre = 0.0;
  double scale = 0.0;
  for (const double spread : {0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    choose_coordinates(17.0, spread, centre, scale);
    EXPECT_EQ(scale, 1.0);
    EXPECT_EQ(centre, 17.0);
  }
}

TEST(ChooseCoordinates, CentringColumnsFarFromZeroIsExact) {
  double centre = 0.0;
  double scale = 0.0;
  choose_coordinates(1.7e12 + 10000.3, 5000.0, centre, scale);
  // x - centre has at most the digits that x had left.
  for (const double x : {1.7e12, 1.7e12 + 0.25, 1.7e12 + 20000.5}) EXPECT_EQ((x - centre) + centre, x);
  EXPECT_LT(std::fabs(centre - (1.7e12 + 10000.3)), scale);
}

TEST(ChooseCoordinates, ExtremesStayFinite) {
  double centre = 0.0;
  double scale = 0.0;
  for (const double spread : {5e-324, 1e-308, 1e308}) {
    choose_coordinates(1e308, spread, centre, scale);
    EXPECT_TRUE(std::isfinite(centre));
    EXPECT_GT(scale, 0.0);
    EXPECT_TRUE(std::isfinite(1.0 / scale));
  }
}

TEST(Coordinates, UserAndStandardisedAreInverse) {
  const Standardization s{{8.0, -2.5}, {4.0, 0.5}};
  const std::vector<double> user{1.25, -3.0, 7.0};
  std::vector<double> b(3);
  std::vector<double> back(3);
  to_standardised(s, true, user.data(), b.data());
  EXPECT_EQ(b, (std::vector<double>{5.0, -1.5, 7.0 + 8.0 * 1.25 + 2.5 * 3.0}));
  to_user(s, true, b.data(), back.data());
  EXPECT_EQ(back, user);
  to_user(s, true, b.data(), b.data());  // in place
  EXPECT_EQ(b, user);
}

TEST(Coordinates, FittedValuesAreTheSameInBoth) {
  const Standardization s{{100.0}, {8.0}};
  const std::vector<double> user{0.375, -12.0};
  std::vector<double> b(2);
  to_standardised(s, true, user.data(), b.data());
  for (const double x : {92.0, 100.0, 131.0}) {
    EXPECT_EQ(user[1] + user[0] * x, b[1] + b[0] * ((x - s.centre[0]) / s.scale[0]));
  }
}

}  // namespace
}  // namespace robustream

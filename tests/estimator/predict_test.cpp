// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include <gtest/gtest.h>

#include <estimator/stream.hpp>

namespace robustream {
namespace {

using test::Data;
using test::Exec;
using test::Vector;

TEST(Predict, IsTheLinearFunctionOfTheCoefficients) {
  const Data data(700, 9);
  RenewableHuber model;
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
  Vector prediction("prediction", 700), residual("residual", 700), weight("weight", 700);
  ASSERT_TRUE(model.predict(Exec(), data.x, prediction).ok());
  ASSERT_TRUE(model.residuals(Exec(), data.x, data.y, residual, weight).ok());
  const auto c = model.state().coefficients();
  for (int i = 0; i < 700; ++i) {
    double expected = model.state().intercept();
    for (int j = 0; j < 9; ++j) expected += c[static_cast<std::size_t>(j)] * data.x(i, j);
    ASSERT_NEAR(prediction(i), expected, 1e-12);
    ASSERT_NEAR(residual(i), data.y(i) - expected, 1e-12);
    ASSERT_NEAR(weight(i), std::min(1.0, 1.345 / std::fabs(residual(i))), 1e-12);
  }
}

TEST(Predict, ScoreIsRSquared) {
  const Data data(500, 4);
  RenewableHuber model;
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
  Vector prediction("prediction", 500), w("w", 500);
  ASSERT_TRUE(model.predict(Exec(), data.x, prediction).ok());
  double sum = 0.0, sum_w = 0.0, residual = 0.0, total = 0.0, r2 = 0.0;
  for (int i = 0; i < 500; ++i) {
    w(i) = i % 3;
    sum += w(i) * data.y(i);
    sum_w += w(i);
  }
  for (int i = 0; i < 500; ++i) {
    residual += w(i) * std::pow(data.y(i) - prediction(i), 2);
    total += w(i) * std::pow(data.y(i) - sum / sum_w, 2);
  }
  ASSERT_TRUE(model.score(Exec(), data.x, data.y, w, r2).ok());
  EXPECT_NEAR(r2, 1.0 - residual / total, 1e-12);
  // A response that does not vary: 1 when met exactly, 0 otherwise.
  Vector constant("constant", 500);
  ASSERT_TRUE(model.score(Exec(), data.x, constant, r2).ok());
  EXPECT_EQ(r2, 0.0);
}

TEST(Predict, NeedsAFittedModelAndItsFeatures) {
  const Data data(20, 2);
  RenewableHuber model;
  Vector prediction("prediction", 20);
  EXPECT_EQ(model.predict(Exec(), data.x, prediction).code(), StatusCode::not_fitted);
  double r2 = 0.0;
  EXPECT_EQ(model.score(Exec(), data.x, data.y, r2).code(), StatusCode::not_fitted);
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
  EXPECT_EQ(model.predict(Exec(), test::Matrix("x", 20, 3), prediction).code(), StatusCode::feature_count);
  EXPECT_EQ(model.predict(Exec(), data.x, Vector("short", 19)).code(), StatusCode::response_length);
  EXPECT_EQ(model.residuals(Exec(), data.x, Vector("y", 3), prediction, prediction).code(),
            StatusCode::response_length);
}

TEST(Predict, NaNInAFeatureGivesNaNInItsRowOnly) {
  const Data data(300, 2);
  RenewableHuber model;
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
  data.x(7, 1) = std::nan("");
  Vector prediction("prediction", 300);
  ASSERT_TRUE(model.predict(Exec(), data.x, prediction).ok());
  for (int i = 0; i < 300; ++i) EXPECT_EQ(std::isnan(prediction(i)), i == 7);
}

}  // namespace
}  // namespace robustream

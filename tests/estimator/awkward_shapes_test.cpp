// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <estimator/stream.hpp>

namespace robustream {
namespace {

using test::Data;
using test::Exec;

TEST(AwkwardShapes, EveryShapeEndsWithACertificateOrAReason) {
  for (const int n : {1, 2, 3, 31, 255, 256, 257, 513}) {
    for (const int p : {1, 2, 7, 8, 16, 40}) {
      for (const Penalty penalty : {Penalty::none, Penalty::l1}) {
        const Data data(n, p, static_cast<unsigned>(n + p));
        Options options;
        options.penalty = penalty;
        RenewableHuber model(options);
        for (int batch = 0; batch < 2; ++batch) {
          BatchReport report;
          const Status status = model.partial_fit(Exec(), data.x, data.y, &report);
          ASSERT_TRUE(status.ok()) << n << "x" << p << ": " << status.message();
          EXPECT_TRUE(report.converged) << n << "x" << p << " " << name(penalty) << " batch " << batch << " "
                                        << name(report.termination) << " kkt " << report.kkt;
          EXPECT_LE(report.rank, p + 1);
          for (const double c : model.state().coefficients()) EXPECT_TRUE(std::isfinite(c));
        }
      }
    }
  }
}

TEST(AwkwardShapes, ZeroRowsColumnsAndMismatchesAreNamed) {
  const Data data(10, 3);
  RenewableHuber model;
  EXPECT_EQ(model.partial_fit(Exec(), test::Matrix("x", 0, 3), test::Vector("y", 0)).code(), StatusCode::no_rows);
  EXPECT_EQ(model.partial_fit(Exec(), test::Matrix("x", 10, 0), data.y).code(), StatusCode::no_features);
  EXPECT_EQ(model.partial_fit(Exec(), data.x, test::Vector("y", 9)).code(), StatusCode::response_length);
  EXPECT_EQ(model.partial_fit(Exec(), data.x, data.y, test::Vector("w", 11)).code(), StatusCode::weight_length);
  EXPECT_FALSE(model.state().fitted());
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
  const Status status = model.partial_fit(Exec(), test::Matrix("x", 10, 2), data.y);
  EXPECT_EQ(status.code(), StatusCode::feature_count);
  EXPECT_NE(status.message().find("2 columns"), std::string::npos);
}

TEST(AwkwardShapes, MoreColumnsThanATileHasRows) {
  const Data data(200, 700);
  RenewableHuber model;
  BatchReport report;
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y, &report).ok());
  EXPECT_TRUE(report.converged);
  EXPECT_TRUE(report.least_norm);
  EXPECT_LE(report.rank, 200);
}

}  // namespace
}  // namespace robustream

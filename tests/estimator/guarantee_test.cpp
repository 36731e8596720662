// SPDX-License-Identifier: BSD-3-Clause
// A call that fails changes nothing, whatever the reason, and the stream goes on as if it had not been made.
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <estimator/stream.hpp>

namespace robustream {
namespace {

using test::Data;
using test::Exec;
using test::Vector;

void expect_same(const State& a, const State& b) {
  EXPECT_EQ(a.beta, b.beta);
  EXPECT_EQ(a.information_matrix, b.information_matrix);
  EXPECT_EQ(a.weight_sum, b.weight_sum);
  EXPECT_EQ(a.n_samples_seen, b.n_samples_seen);
  EXPECT_EQ(a.batch_count, b.batch_count);
  EXPECT_EQ(a.previous_lambda, b.previous_lambda);
  EXPECT_TRUE(a.standardization == b.standardization);
  EXPECT_TRUE(a.options == b.options);
  EXPECT_EQ(a.feature_names, b.feature_names);
}

/// `attempt` fails with `code` on a model that has seen one batch, and on a fresh one.
void expect_refused(StatusCode code, const std::function<Status(RenewableHuber&)>& attempt) {
  const Data good(300, 3, 5);
  RenewableHuber model, untouched, fresh;
  ASSERT_TRUE(model.partial_fit(Exec(), good.x, good.y).ok());
  ASSERT_TRUE(untouched.partial_fit(Exec(), good.x, good.y).ok());
  const State before = model.state();
  const Status status = attempt(model);
  EXPECT_EQ(status.code(), code) << status.message();
  expect_same(model.state(), before);
  EXPECT_EQ(attempt(fresh).code(), code);
  EXPECT_FALSE(fresh.state().fitted());

  const Data next(200, 3, 6);
  ASSERT_TRUE(model.partial_fit(Exec(), next.x, next.y).ok());
  ASSERT_TRUE(untouched.partial_fit(Exec(), next.x, next.y).ok());
  expect_same(model.state(), untouched.state());
}

TEST(StrongGuarantee, NonFiniteValues) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), infinity, -infinity}) {
    expect_refused(StatusCode::non_finite_feature, [&](RenewableHuber& model) {
      const Data data(300, 3, 8);
      data.x(123, 2) = bad;
      const Status status = model.partial_fit(Exec(), data.x, data.y);
      EXPECT_EQ(status.row(), 123);
      EXPECT_EQ(status.column(), 2);
      return status;
    });
    expect_refused(StatusCode::non_finite_response, [&](RenewableHuber& model) {
      const Data data(300, 3, 8);
      data.y(299) = bad;
      const Status status = model.partial_fit(Exec(), data.x, data.y);
      EXPECT_EQ(status.row(), 299);
      return status;
    });
  }
}

TEST(StrongGuarantee, Weights) {
  const auto with_weight = [](double bad, double others) {
    return [=](RenewableHuber& model) {
      const Data data(300, 3, 8);
      Vector w("w", 300);
      Kokkos::deep_copy(w, others);
      w(17) = bad;
      return model.partial_fit(Exec(), data.x, data.y, w);
    };
  };
  expect_refused(StatusCode::negative_weight, with_weight(-1.0, 1.0));
  expect_refused(StatusCode::non_finite_weight, with_weight(std::nan(""), 1.0));
  expect_refused(StatusCode::non_finite_weight, with_weight(std::numeric_limits<double>::infinity(), 1.0));
  expect_refused(StatusCode::zero_weight_sum, with_weight(0.0, 0.0));
  expect_refused(StatusCode::weight_overflow, with_weight(1.0, 1.7e308));
  expect_refused(StatusCode::non_finite_feature, [](RenewableHuber& model) {
    const Data data(300, 3, 8);
    Vector w("w", 300);
    Kokkos::deep_copy(w, 1.0);
    w(5) = 0.0;
    data.x(5, 0) = std::nan("");  // refused in a row of weight 0, too
    return model.partial_fit(Exec(), data.x, data.y, w);
  });
}

TEST(StrongGuarantee, ValuesBeyondFloat64) {
  // A first batch whose information matrix would be Inf in the user's coordinates.
  const Data data(300, 3, 8);
  for (int i = 0; i < 300; ++i) data.x(i, 0) *= 1e200;
  RenewableHuber fresh;
  EXPECT_EQ(fresh.partial_fit(Exec(), data.x, data.y).code(), StatusCode::value_overflow);
  EXPECT_FALSE(fresh.state().fitted());
  // A column that was 0 so far, so that its coefficient of 0 hides the size of what comes.
  const Data zero(300, 3, 9);
  for (int i = 0; i < 300; ++i) zero.x(i, 0) = 0.0;
  RenewableHuber model;
  ASSERT_TRUE(model.partial_fit(Exec(), zero.x, zero.y).ok());
  const State before = model.state();
  EXPECT_EQ(model.partial_fit(Exec(), data.x, data.y).code(), StatusCode::value_overflow);
  expect_same(model.state(), before);
}

TEST(StrongGuarantee, CancelledByTheCallback) {
  expect_refused(StatusCode::cancelled, [](RenewableHuber& model) {
    const Data data(300, 3, 9);
    model.set_progress([](const Progress& progress) { return progress.iteration < 2; });
    const Status status = model.partial_fit(Exec(), data.x, data.y);
    model.set_progress({});
    return status;
  });
}

TEST(StrongGuarantee, InvalidOptions) {
  Options options;
  options.tau = -1.0;
  RenewableHuber model(options);
  const Data data(50, 2);
  EXPECT_EQ(model.partial_fit(Exec(), data.x, data.y).code(), StatusCode::invalid_option);
  EXPECT_FALSE(model.state().fitted());
}

TEST(StrongGuarantee, AFailedFitKeepsTheOldModel) {
  const Data good(300, 3, 5), bad(300, 3, 6);
  bad.y(0) = std::nan("");
  RenewableHuber model;
  ASSERT_TRUE(model.partial_fit(Exec(), good.x, good.y).ok());
  const State before = model.state();
  EXPECT_FALSE(model.fit(Exec(), bad.x, bad.y).ok());
  expect_same(model.state(), before);
  ASSERT_TRUE(model.fit(Exec(), good.x, good.y).ok());
  EXPECT_EQ(model.state().batch_count, 1);
}

TEST(StrongGuarantee, NamesAndStates) {
  const Data good(300, 3, 5);
  RenewableHuber model;
  EXPECT_EQ(model.set_feature_names({"a", "a", "b"}).code(), StatusCode::feature_names);
  EXPECT_EQ(model.set_feature_names({"a", ""}).code(), StatusCode::feature_names);
  ASSERT_TRUE(model.set_feature_names({"a", "b", "c"}).ok());
  ASSERT_TRUE(model.partial_fit(Exec(), good.x, good.y).ok());
  EXPECT_EQ(model.set_feature_names({"a", "b", "d"}).code(), StatusCode::feature_names);
  EXPECT_EQ(model.set_feature_names({"a", "b"}).code(), StatusCode::feature_names);
  const State before = model.state();
  State bad = before;
  bad.information_matrix[0] = -1.0;
  EXPECT_EQ(model.set_state(bad).code(), StatusCode::not_positive_definite);
  expect_same(model.state(), before);
  RenewableHuber other;
  ASSERT_TRUE(other.set_state(before).ok());
  expect_same(other.state(), before);
}

}  // namespace
}  // namespace robustream

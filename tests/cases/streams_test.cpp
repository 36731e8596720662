// SPDX-License-Identifier: BSD-3-Clause
// Several batches: the memory of a stream, and batches that must not touch it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "field_case.hpp"

namespace robustream::test {
namespace {

using Elements = ::testing::Types<double, float>;

template <class T> class StreamCase : public FieldCase<T> {
 protected:
  /// Feeds a table in batches of `rows`.
  static void feed_in_batches(RenewableHuber& model, const Table& table, std::size_t rows) {
    for (std::size_t first = 0; first < table.rows; first += rows) {
      FieldCase<T>::feed(model, rows_of(table, first, std::min(rows, table.rows - first)));
    }
  }
};
TYPED_TEST_SUITE(StreamCase, Elements, );

TYPED_TEST(StreamCase, A17_phones_in_three_batches) {
  const std::vector<double> expected[] = {
      {.670238095238, -29.545238095238}, {1.508571428571, -74.605714285714}, {1.75032967033, -87.55076923077}};
  const double bandwidths[] = {.5100697233, .3606737602, .2944888921};
  Options options = this->with_tau(5);
  options.ridge = 0;
  RenewableHuber model(options);
  for (std::size_t k = 0; k < 3; ++k) {
    const BatchReport report = this->feed(model, rows_of(phones(), 8 * k, 8));
    this->expect_coefficients(user_coefficients(model.state()), expected[k]);
    EXPECT_NEAR(report.bandwidth, bandwidths[k], 1e-10);
  }
  // (x, 1) order.
  EXPECT_LT(distance(model.state().information(), std::vector<double>{44919, 791, 791, 14}), this->accepted());
}

TYPED_TEST(StreamCase, A17b_recursive_least_squares) {
  Options options = this->with_tau(1e6);
  options.ridge = 0;
  RenewableHuber model(options);
  this->feed_in_batches(model, phones(), 8);
  this->expect_coefficients(user_coefficients(model.state()), {5.041478260869566, -260.0592463768116});
  EXPECT_LT(distance(model.state().information(), std::vector<double>{91924, 1476, 1476, 24}), this->accepted());
}

TYPED_TEST(StreamCase, C7_any_cut_gives_least_squares) {
  const double limit = std::max(1e-10, 1e-2 * this->accepted() * (sizeof(TypeParam) == sizeof(float)));
  for (const std::size_t rows : {1, 2, 3, 5, 8, 24}) {
    RenewableHuber model(this->with_tau(1e6));
    this->feed_in_batches(model, phones(), rows);
    EXPECT_LT(distance(user_coefficients(model.state()), std::vector<double>{5.041478260869566, -260.0592463768116}),
              limit)
        << "batches of " << rows;
  }
}

TYPED_TEST(StreamCase, C8_stackloss_in_uneven_batches) {
  RenewableHuber model(this->with_tau(1e6));
  for (const auto& [first, count] : {std::pair<std::size_t, std::size_t>{0, 2}, {2, 2}, {4, 17}}) {
    this->feed(model, rows_of(stackloss(), first, count));
  }
  this->expect_coefficients(user_coefficients(model.state()),
                            {.7156402004852834, 1.295286124388571, -.1521225191486518, -39.91967442012403});
}

/// A model after one batch, so that there is a state to leave alone.
template <class T> RenewableHuber started() {
  RenewableHuber model;
  const Table table = phones();
  EXPECT_TRUE(partial_fit<T>(model, reference::Batch{table.rows, 1, table.x, table.y, {}}).ok());
  return model;
}

/// The batch is refused with the code, nothing changes, and the next good batch is accepted.
template <class T> Status expect_refused(const reference::Batch& batch, StatusCode code) {
  RenewableHuber model = started<T>();
  const State before = model.state();
  const Status status = partial_fit<T>(model, batch);
  EXPECT_EQ(name(status.code()), std::string(name(code))) << status.message();
  EXPECT_TRUE(bit_equal(before, model.state()));
  const Table table = phones();
  EXPECT_TRUE(partial_fit<T>(model, reference::Batch{table.rows, 1, table.x, table.y, {}}).ok());
  EXPECT_EQ(model.state().batch_count, 2);
  return status;
}

reference::Batch weighted_phones(double weight) {
  const Table table = phones();
  return {table.rows, 1, table.x, table.y, std::vector<double>(table.rows, weight)};
}

TYPED_TEST(StreamCase, C3_batch_of_zero_weights) {
  const Status status = expect_refused<TypeParam>(weighted_phones(0), StatusCode::zero_weight_sum);
  EXPECT_NE(status.message().find("0"), std::string::npos) << status.message();
}

TYPED_TEST(StreamCase, C4_bad_weights) {
  reference::Batch batch = weighted_phones(1);
  batch.w[5] = -1;
  EXPECT_EQ(expect_refused<TypeParam>(batch, StatusCode::negative_weight).row(), 5);
  batch.w[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(expect_refused<TypeParam>(batch, StatusCode::non_finite_weight).row(), 5);
}

// Sums are in double, so no float weights reach it.
TEST(StreamCaseDouble, C4_weights_whose_sum_overflows) {
  EXPECT_EQ(expect_refused<double>(weighted_phones(1e308), StatusCode::weight_overflow).row(), -1);
}

TYPED_TEST(StreamCase, B19_first_bad_entry_by_row_and_column) {
  const Table table = stackloss();
  RenewableHuber model;
  reference::Batch batch{table.rows, table.features, table.x, table.y, {}};
  batch.x[4 * 3 + 1] = std::numeric_limits<double>::quiet_NaN();
  const Status feature = partial_fit<TypeParam>(model, batch);
  EXPECT_EQ(feature.code(), StatusCode::non_finite_feature) << feature.message();
  EXPECT_EQ(feature.row(), 4);
  EXPECT_EQ(feature.column(), 1);
  batch.x = table.x;
  batch.y[7] = std::numeric_limits<double>::infinity();
  const Status response = partial_fit<TypeParam>(model, batch);
  EXPECT_EQ(response.code(), StatusCode::non_finite_response) << response.message();
  EXPECT_EQ(response.row(), 7);
  EXPECT_FALSE(model.state().fitted());
}

TEST(StreamCaseState, B17_negative_diagonal_is_refused) {
  RenewableHuber model = started<double>();
  State damaged = model.state();
  damaged.information_matrix[0] = -damaged.information_matrix[0];
  const State before = model.state();
  EXPECT_EQ(damaged.check().code(), StatusCode::not_positive_definite);
  EXPECT_EQ(model.set_state(damaged).code(), StatusCode::not_positive_definite);
  EXPECT_TRUE(bit_equal(before, model.state()));

  UserState user;
  user.coefficients = {1, 2};
  user.information = {1, 0, 0, 0, -1, 0, 0, 0, 1};
  user.weight_sum = 3;
  user.n_samples_seen = 3;
  user.batch_count = 1;
  State state;
  EXPECT_EQ(make_state(user, state).code(), StatusCode::not_positive_definite);
}

TEST(StreamCaseOptions, C12_misspelt_names_are_not_guessed) {
  Loss loss = Loss::huber;
  Status status = parse("huberr", loss);
  EXPECT_EQ(status.code(), StatusCode::invalid_option);
  EXPECT_NE(status.message().find("huber"), std::string::npos) << status.message();
  Penalty penalty = Penalty::none;
  status = parse("L2", penalty);
  EXPECT_EQ(status.code(), StatusCode::invalid_option);
  EXPECT_NE(status.message().find("l1"), std::string::npos) << status.message();
  EXPECT_EQ(penalty, Penalty::none);
}

}  // namespace
}  // namespace robustream::test

// SPDX-License-Identifier: BSD-3-Clause
// One batch, one exact answer, from double and from float data.
#include <cmath>

#include <robustream/loss/huber.hpp>

#include "field_case.hpp"

namespace robustream::test {
namespace {

using Elements = ::testing::Types<double, float>;
TYPED_TEST_SUITE(FieldCase, Elements, );

TYPED_TEST(FieldCase, A1_stackloss_is_not_zeros) {
  RenewableHuber model(this->with_tau(1.345));
  const BatchReport report = this->feed(model, stackloss());
  this->expect_coefficients(user_coefficients(model.state()),
                            {.8362760890479248, .6872026092389347, -.1080075477766599, -38.39238252538202});
  EXPECT_LT(distance(21 * report.objective, 43.26439981201244), this->accepted());
}

TYPED_TEST(FieldCase, A1b_stackloss_tau_5) {
  RenewableHuber model(this->with_tau(5));
  const BatchReport report = this->feed(model, stackloss());
  this->expect_coefficients(user_coefficients(model.state()),
                            {.7787457463391643, 1.110654363155288, -.1384435616506808, -40.91411709207248});
  EXPECT_LT(distance(21 * report.objective, 85.4641775077271), this->accepted());
}

TYPED_TEST(FieldCase, A2_phones) {
  this->expect_coefficients(this->fit(this->with_tau(1.345), phones()), {1.47639896373057, -72.92150259067357});
  this->expect_coefficients(this->fit(this->with_tau(5), phones()), {1.75032967032967, -87.55076923076923});
}

TYPED_TEST(FieldCase, A9_tau_has_the_units_of_y) {
  Table table = phones();
  for (double& y : table.y) y /= 10;
  this->expect_coefficients(this->fit(this->with_tau(.5), table), {.175032967032967, -8.755076923076922});
}

TYPED_TEST(FieldCase, A15_no_intercept) {
  Options options = this->with_tau(5);
  options.fit_intercept = false;
  this->expect_coefficients(this->fit(options, phones()), {.3024386617100372});
}

reference::Batch four_points(double offset = 0) {
  return {4, 1, {-1, -1, 1, 1}, {1 + offset, 3 + offset, 5 + offset, 11 + offset}, {}};
}

TYPED_TEST(FieldCase, A16_fixed_l1_penalty) {
  Options options = this->with_tau(1e6);
  options.penalty = Penalty::l1;
  options.lambda = .5;
  this->expect_coefficients(this->fit(options, four_points()), {2.5, 5});
  options.tau = 2;
  RenewableHuber model(options);
  const BatchReport report = this->feed(model, four_points());
  this->expect_coefficients(user_coefficients(model.state()), {1.75, 4.25});
  EXPECT_LT(distance(report.objective, 3.3125), this->accepted());
  EXPECT_EQ(report.lambda, .5);
  options.tau = 1.345;
  options.lambda = .25;
  this->expect_coefficients(this->fit(options, four_points()), {1.7975, 4.0475});
}

TYPED_TEST(FieldCase, C6_response_offset_moves_only_the_intercept) {
  Options options = this->with_tau(2);
  options.penalty = Penalty::l1;
  options.lambda = .5;
  this->expect_coefficients(this->fit(options, four_points(1000)), {1.75, 1004.25});
  const double slope = this->fit(options, four_points(1000))[0];
  EXPECT_LT(distance(slope, this->fit(options, four_points())[0]), 1e-12);
}

TYPED_TEST(FieldCase, B2_phones_with_full_years) {
  this->expect_coefficients(this->fit(this->with_tau(5), phones(1900)), {1.75032967032967, -3413.177142857143});
}

TYPED_TEST(FieldCase, B6_collinear_columns_fit_exactly_and_say_so) {
  reference::Batch batch{8, 2, {}, {}, {}};
  for (int a = 1; a <= 8; ++a) {
    batch.x.insert(batch.x.end(), {double(a), 2.0 * a});
    batch.y.push_back(5 + 11 * a);
  }
  RenewableHuber model(this->with_tau(1.345));
  const BatchReport report = this->feed(model, batch);
  EXPECT_EQ(report.rank, 2) << describe(report);
  EXPECT_TRUE(report.converged) << describe(report);
  const Kokkos::View<double*, Exec> prediction("prediction", 8);
  EXPECT_TRUE(model.predict(Exec(), to_matrix<TypeParam>(batch.x, 8, 2), prediction).ok());
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), prediction);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_LT(distance(host(i), batch.y[i]), this->accepted());
}

TYPED_TEST(FieldCase, B12_exact_line) {
  const reference::Batch batch{9, 1, {0, 10, 20, 30, 40, 50, 60, 70, 80}, {-12, -11, -10, -9, -8, -7, -6, -5, -4}, {}};
  RenewableHuber model(this->with_tau(1.345));
  const BatchReport report = this->feed(model, batch);
  this->expect_coefficients(user_coefficients(model.state()), {.1, -12});
  EXPECT_TRUE(report.converged) << describe(report);
  EXPECT_TRUE(std::isfinite(report.kkt) && std::isfinite(report.objective));
  for (const double value : model.state().information()) EXPECT_TRUE(std::isfinite(value));
}

TYPED_TEST(FieldCase, B12b_one_outlier) {
  reference::Batch batch{16, 1, {}, {}, {}};
  for (int i = 1; i <= 16; ++i) {
    batch.x.push_back(i);
    batch.y.push_back(i == 16 ? 1000 : i);
  }
  this->expect_coefficients(this->fit(this->with_tau(1.345), batch), {1.038428571428571, -.2177619047619048});
}

TYPED_TEST(FieldCase, B15_one_response_value) {
  const reference::Batch batch{3, 1, {10, 11, 28}, {8.517193191, 8.517193191, 8.517193191}, {2, 2, 2}};
  this->expect_coefficients(this->fit(this->with_tau(1.345), batch), {0, 8.517193191});
}

TYPED_TEST(FieldCase, C1_integer_weights_are_repeated_rows) {
  const Table table = phones();
  reference::Batch weighted = this->batch_of(table), repeated{0, 1, {}, {}, {}};
  for (std::size_t i = 0; i < table.rows; ++i) {
    weighted.w.push_back(static_cast<double>(1 + i % 3));
    for (std::size_t k = 0; k < 1 + i % 3; ++k) {
      repeated.x.push_back(table.x[i]);
      repeated.y.push_back(table.y[i]);
      ++repeated.rows;
    }
  }
  ASSERT_EQ(repeated.rows, 48U);
  const std::vector<double> from_weights = this->fit(this->with_tau(5), weighted);
  this->expect_coefficients(from_weights, {1.982156323244675, -100.5140629776827});
  EXPECT_LT(distance(from_weights, this->fit(this->with_tau(5), repeated)), 1e-12);
}

using FieldCaseDouble = FieldCase<double>;

// Not from float: there all time stamps are one number.
TEST_F(FieldCaseDouble, B1_epoch_milliseconds) {
  reference::Batch batch{24, 1, {}, {}, {}};
  for (int i = 0; i < 24; ++i) {
    const double t = 1.7e12 + i * (20000.0 / 23);
    batch.x.push_back(t);
    batch.y.push_back(.002 * (t - 1.7e12) + 5);
  }
  const std::vector<double> b = fit(with_tau(1.345), batch);
  EXPECT_NEAR(b[0], .002, .002 * 1e-9);
}

// Not from float: x^3 = -2.7e7 has lost its last digits there.
TEST_F(FieldCaseDouble, B7_cubic_or_ill_conditioned) {
  reference::Batch batch{11, 3, {}, {}, {}};
  for (int i = 0; i < 11; ++i) {
    const double x = -300 + 10 * i;
    batch.x.insert(batch.x.end(), {x, x * x, x * x * x});
    batch.y.push_back(-242 - 2.34 * x - .00766 * x * x - .00001 * x * x * x);
  }
  RenewableHuber model(with_tau(1.345));
  const BatchReport report = feed(model, batch);
  if (report.termination == Termination::ill_conditioned) return;
  const std::vector<double> b = user_coefficients(model.state()), right = {-2.34, -.00766, -.00001, -242};
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(b[j], right[j], 1e-6 * std::fabs(right[j])) << j << ": " << describe(report);
  }
}

TEST(FieldCaseLoss, A13_curvature_ramp) {
  const Huber loss{2, .5};
  EXPECT_EQ(loss.curvature(1.75), .75);
  EXPECT_EQ(loss.curvature(-2.0), .5);
  EXPECT_EQ(loss.curvature(2.25), .25);
}

TEST(FieldCaseLoss, C11_rho_beyond_tau) { EXPECT_NEAR((Huber{1.345, .1}.rho(3.0)), 3.1304875, 1e-15); }

}  // namespace
}  // namespace robustream::test

// SPDX-License-Identifier: BSD-3-Clause
// The oracle against minimisers known as exact rationals. Each test is named after its field case (see tests/cases).
#include <gtest/gtest.h>

#include <reference/objective.hpp>
#include <reference/solver.hpp>
#include <support/field_data.hpp>
#include <support/tolerance.hpp>

namespace robustream::reference {
namespace {

using test::distance;
using test::Table;

Batch batch_of(const Table& table) { return {table.rows, table.features, table.x, table.y, {}}; }

Options with_tau(Real tau) {
  Options options;
  options.tau = tau;
  return options;
}

/// The user's coefficients of a batch after `state`: intercept last, as everywhere. Moves the state on.
Vector fit(const Batch& batch, const Options& options, State& state) {
  const Problem problem = make_problem(batch, state, options);
  const Solution solution = solve(problem);
  EXPECT_TRUE(solution.certified) << "kkt " << static_cast<double>(solution.kkt);
  state = state_after(problem, solution.coefficients);
  return problem.to_user(solution.coefficients);
}
Vector fit(const Batch& batch, const Options& options) {
  State state;
  return fit(batch, options, state);
}

Real objective_sum(const Batch& batch, const Options& options, const Vector& user) {
  const Problem problem = make_problem(batch, {}, options);
  return objective(problem, problem.from_user(user)).total() * problem.total_weight;
}

#define EXPECT_COEFFICIENTS(actual, ...) EXPECT_LT(distance(actual, std::vector<long double>{__VA_ARGS__}), 3e-15)

TEST(ReferenceFieldCase, A1_stackloss) {
  const Batch batch = batch_of(test::stackloss());
  const Vector b = fit(batch, with_tau(1.345L));
  EXPECT_COEFFICIENTS(b, .8362760890479248L, .6872026092389347L, -.1080075477766599L, -38.39238252538202L);
  EXPECT_LT(distance(objective_sum(batch, with_tau(1.345L), b), 43.26439981201244), 1e-15);
}

TEST(ReferenceFieldCase, A1b_stackloss_tau_5) {
  const Batch batch = batch_of(test::stackloss());
  const Vector b = fit(batch, with_tau(5));
  EXPECT_COEFFICIENTS(b, .7787457463391643L, 1.110654363155288L, -.1384435616506808L, -40.91411709207248L);
  EXPECT_LT(distance(objective_sum(batch, with_tau(5), b), 85.4641775077271), 1e-15);
}

TEST(ReferenceFieldCase, A2_phones) {
  const Batch batch = batch_of(test::phones());
  EXPECT_COEFFICIENTS(fit(batch, with_tau(1.345L)), 1.47639896373057L, -72.92150259067357L);
  EXPECT_COEFFICIENTS(fit(batch, with_tau(5)), 1.75032967032967L, -87.55076923076923L);
}

TEST(ReferenceFieldCase, A9_tau_has_the_units_of_y) {
  Table table = test::phones();
  for (double& y : table.y) y /= 10;
  EXPECT_COEFFICIENTS(fit(batch_of(table), with_tau(.5L)), .175032967032967L, -8.755076923076922L);
}

TEST(ReferenceFieldCase, A15_no_intercept) {
  Options options = with_tau(5);
  options.fit_intercept = false;
  EXPECT_COEFFICIENTS(fit(batch_of(test::phones()), options), .3024386617100372L);
}

TEST(ReferenceFieldCase, A16_fixed_l1_penalty) {
  const Batch batch{4, 1, {-1, -1, 1, 1}, {1, 3, 5, 11}, {}};
  Options options = with_tau(1e6L);
  options.l1 = true;
  options.lambda = .5L;
  EXPECT_COEFFICIENTS(fit(batch, options), 2.5L, 5);
  options.tau = 2;
  const Vector b = fit(batch, options);
  EXPECT_COEFFICIENTS(b, 1.75L, 4.25L);
  EXPECT_LT(distance(objective_sum(batch, options, b) / 4, 3.3125), 1e-15);
  options.tau = 1.345L;
  options.lambda = .25L;
  EXPECT_COEFFICIENTS(fit(batch, options), 1.7975L, 4.0475L);
}

TEST(ReferenceFieldCase, A17_phones_in_three_batches) {
  const Vector expected[] = {
      {.670238095238L, -29.545238095238L}, {1.508571428571L, -74.605714285714L}, {1.75032967033L, -87.55076923077L}};
  const double bandwidths[] = {.5100697233, .3606737602, .2944888921};
  State state;
  Real total = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector b = fit(batch_of(test::rows_of(test::phones(), 8 * k, 8)), with_tau(5), state);
    EXPECT_LT(distance(b, expected[k]), 1e-12);
    total += 8;
    EXPECT_NEAR(static_cast<double>(bandwidth(total, 1, with_tau(5))), bandwidths[k], 1e-10);
  }
  // The information matrix in the user's coordinates, (x, 1) order.
  const Matrix& j = state.information;
  const Real s = state.coordinates.scale[0], m = state.coordinates.centre[0];
  EXPECT_NEAR(static_cast<double>(j(1, 1)), 14, 1e-12);
  EXPECT_NEAR(static_cast<double>(s * j(0, 1) + m * j(1, 1)), 791, 1e-10);
  EXPECT_NEAR(static_cast<double>(s * s * j(0, 0) + 2 * m * s * j(0, 1) + m * m * j(1, 1)), 44919, 1e-8);
}

TEST(ReferenceFieldCase, A17b_recursive_least_squares) {
  for (const std::size_t rows : {1, 2, 3, 8, 24}) {  // also C7, but for the batches of 5
    State state;
    Vector b;
    for (std::size_t first = 0; first < 24; first += rows) {
      b = fit(batch_of(test::rows_of(test::phones(), first, rows)), with_tau(1e6L), state);
    }
    EXPECT_LT(distance(b, Vector{5.041478260869566L, -260.0592463768116L}), 1e-15) << rows;
    EXPECT_NEAR(static_cast<double>(state.information(1, 1)), 24, 1e-14);
  }
}

TEST(ReferenceFieldCase, B1_epoch_milliseconds) {
  Batch batch{24, 1, {}, {}, {}};
  for (int i = 0; i < 24; ++i) {
    const double t = 1.7e12 + i * (20000.0 / 23);
    batch.x.push_back(t);
    batch.y.push_back(.002 * (t - 1.7e12) + 5);
  }
  EXPECT_NEAR(static_cast<double>(fit(batch, {})[0]), .002, 1e-18);
}

TEST(ReferenceFieldCase, B2_phones_with_full_years) {
  EXPECT_COEFFICIENTS(fit(batch_of(test::phones(1900)), with_tau(5)), 1.75032967032967L, -3413.177142857143L);
}

TEST(ReferenceFieldCase, B6_collinear_columns) {
  Batch batch{8, 2, {}, {}, {}};
  for (int a = 1; a <= 8; ++a) {
    batch.x.insert(batch.x.end(), {double(a), 2.0 * a});
    batch.y.push_back(5 + 11 * a);
  }
  const Problem problem = make_problem(batch, {}, {});
  const Vector r = residuals(problem, solve(problem).coefficients);
  for (const Real value : r) EXPECT_NEAR(static_cast<double>(value), 0, 1e-13);
}

TEST(ReferenceFieldCase, B7_cubic) {
  Batch batch{11, 3, {}, {}, {}};
  for (int i = 0; i < 11; ++i) {
    const double x = -300 + 10 * i;
    batch.x.insert(batch.x.end(), {x, x * x, x * x * x});
    batch.y.push_back(-242 - 2.34 * x - .00766 * x * x - .00001 * x * x * x);
  }
  // y is rounded to float64, which alone moves the intercept by about 1e-9.
  EXPECT_LT(distance(fit(batch, {}), Vector{-2.34L, -.00766L, -.00001L, -242}), 1e-8);
}

TEST(ReferenceFieldCase, B12_exact_line) {
  Batch batch{9, 1, {0, 10, 20, 30, 40, 50, 60, 70, 80}, {-12, -11, -10, -9, -8, -7, -6, -5, -4}, {}};
  EXPECT_COEFFICIENTS(fit(batch, {}), .1L, -12);
}

TEST(ReferenceFieldCase, B12b_one_outlier) {
  Batch batch{16, 1, {}, {}, {}};
  for (int i = 1; i <= 16; ++i) {
    batch.x.push_back(i);
    batch.y.push_back(i == 16 ? 1000 : i);
  }
  EXPECT_COEFFICIENTS(fit(batch, {}), 1.038428571428571L, -.2177619047619048L);
}

TEST(ReferenceFieldCase, B15_one_response_value) {
  const Batch batch{3, 1, {10, 11, 28}, {8.517193191, 8.517193191, 8.517193191}, {2, 2, 2}};
  EXPECT_COEFFICIENTS(fit(batch, {}), 0, static_cast<long double>(8.517193191));
}

TEST(ReferenceFieldCase, C1_integer_weights_are_repeated_rows) {
  const Table table = test::phones();
  Batch weighted = batch_of(table), repeated{0, 1, {}, {}, {}};
  for (std::size_t i = 0; i < table.rows; ++i) {
    weighted.w.push_back(static_cast<double>(1 + i % 3));
    for (std::size_t k = 0; k < 1 + i % 3; ++k) {
      repeated.x.push_back(table.x[i]);
      repeated.y.push_back(table.y[i]);
      ++repeated.rows;
    }
  }
  EXPECT_EQ(repeated.rows, 48U);
  EXPECT_COEFFICIENTS(fit(weighted, with_tau(5)), 1.982156323244675L, -100.5140629776827L);
  EXPECT_COEFFICIENTS(fit(repeated, with_tau(5)), 1.982156323244675L, -100.5140629776827L);
}

TEST(ReferenceFieldCase, C6_response_offset_moves_only_the_intercept) {
  const Batch batch{4, 1, {-1, -1, 1, 1}, {1001, 1003, 1005, 1011}, {}};
  Options options = with_tau(2);
  options.l1 = true;
  options.lambda = .5L;
  EXPECT_COEFFICIENTS(fit(batch, options), 1.75L, 1004.25L);
}

TEST(ReferenceFieldCase, C8_stackloss_in_uneven_batches) {
  const Table table = test::stackloss();
  State state;
  Vector b;
  for (const auto& [first, count] : {std::pair<std::size_t, std::size_t>{0, 2}, {2, 2}, {4, 17}}) {
    b = fit(batch_of(test::rows_of(table, first, count)), with_tau(1e6L), state);
  }
  EXPECT_COEFFICIENTS(b, .7156402004852834L, 1.295286124388571L, -.1521225191486518L, -39.91967442012403L);
}

}  // namespace
}  // namespace robustream::reference

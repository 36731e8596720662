// SPDX-License-Identifier: BSD-3-Clause
// The same data in any layout, stride, element type or execution space gives the same answer.
#include <gtest/gtest.h>

#include <estimator/stream.hpp>

namespace robustream {
namespace {

using test::Data;
using test::Exec;

template <class E, class X, class Y>
State fit_in_two(const E& exec, const X& x, const Y& y, Options options = {}, ExecutionOptions execution = {}) {
  RenewableHuber model(options, execution);
  const int n = static_cast<int>(x.extent(0));
  for (const auto& range : {Kokkos::make_pair(0, n / 3), Kokkos::make_pair(n / 3, n)}) {
    BatchReport report;
    const Status status =
        model.partial_fit(exec, Kokkos::subview(x, range, Kokkos::ALL()), Kokkos::subview(y, range), &report);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.kkt, options.tol);
  }
  return model.state();
}

void expect_near(const State& a, const State& b, double tolerance) {
  const auto ca = a.coefficients();
  const auto cb = b.coefficients();
  ASSERT_EQ(ca.size(), cb.size());
  for (std::size_t j = 0; j < ca.size(); ++j) EXPECT_NEAR(ca[j], cb[j], tolerance);
  EXPECT_NEAR(a.intercept(), b.intercept(), tolerance);
}

TEST(Views, LayoutsAndStrides) {
  const Data data(900, 11);
  const State expected = fit_in_two(Exec(), data.x, data.y);
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> left("left", 900, 11);
  Kokkos::deep_copy(left, data.x);
  expect_near(fit_in_two(Exec(), left, data.y), expected, 1e-13);

  // Every other row and column of something larger, and every other entry of y.
  test::Matrix large("large", 1800, 22);
  test::Vector long_y("y", 1800);
  for (int i = 0; i < 900; ++i) {
    for (int j = 0; j < 11; ++j) large(2 * i, 2 * j) = data.x(i, j);
    long_y(2 * i) = data.y(i);
  }
  const Kokkos::View<double**, Kokkos::LayoutStride, Kokkos::HostSpace> strided(large.data(),
                                                                                Kokkos::LayoutStride(900, 44, 11, 2));
  const Kokkos::View<double*, Kokkos::LayoutStride, Kokkos::HostSpace> strided_y(long_y.data(),
                                                                                 Kokkos::LayoutStride(900, 2));
  expect_near(fit_in_two(Exec(), strided, strided_y), expected, 1e-13);
  const Kokkos::View<const double**, Kokkos::LayoutRight, Kokkos::HostSpace> constant = data.x;
  expect_near(fit_in_two(Exec(), constant, data.y), expected, 0.0);
}

TEST(Views, FloatIsWithinItsInputRounding) {
  const Data data(3000, 6);
  Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::HostSpace> x("x", 3000, 6);
  Kokkos::View<float*, Kokkos::HostSpace> y("y", 3000);
  for (int i = 0; i < 3000; ++i) {
    for (int j = 0; j < 6; ++j) x(i, j) = static_cast<float>(data.x(i, j));
    y(i) = static_cast<float>(data.y(i));
  }
  Options options;
  options.tol = 1e-10;
  expect_near(fit_in_two(Exec(), x, y, options), fit_in_two(Exec(), data.x, data.y, options), 5e-8);
}

#if defined(KOKKOS_ENABLE_SERIAL)
TEST(Views, SerialAgreesWithTheDefaultSpace) {
  const Data data(5000, 9);
  expect_near(fit_in_two(Kokkos::Serial(), data.x, data.y), fit_in_two(Exec(), data.x, data.y), 1e-12);
}
#endif

TEST(Views, TheSamePartsGiveTheSameBits) {
  const Data data(20000, 5);
  ExecutionOptions execution;
  execution.parts = 7;
  const State a = fit_in_two(Exec(), data.x, data.y, {}, execution);
  const State b = fit_in_two(Exec(), data.x, data.y, {}, execution);
  EXPECT_EQ(a.beta, b.beta);
  EXPECT_EQ(a.information_matrix, b.information_matrix);
#if defined(KOKKOS_ENABLE_SERIAL)
  const State serial = fit_in_two(Kokkos::Serial(), data.x, data.y, {}, execution);
  EXPECT_EQ(a.beta, serial.beta);
#endif
  for (const int parts : {1, 2, 3, 8}) {
    execution.parts = parts;
    expect_near(fit_in_two(Exec(), data.x, data.y, {}, execution), a, 1e-12);
  }
}

TEST(Views, OneEstimatorInTwoSpaces) {
  const Data data(600, 4);
  RenewableHuber model;
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
#if defined(KOKKOS_ENABLE_SERIAL)
  ASSERT_TRUE(model.partial_fit(Kokkos::Serial(), data.x, data.y).ok());
#endif
  ASSERT_TRUE(model.partial_fit(Exec(), data.x, data.y).ok());
  EXPECT_GE(model.state().batch_count, 2);
}

}  // namespace
}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/fused_pass.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <robustream/kernels/residual_algebra.hpp>

namespace robustream {
namespace {

using Exec = Kokkos::DefaultHostExecutionSpace;

/// One pass over n x p data in the given layout against plain loops.
template <class T, class Layout> void check_pass(int n, int p, bool intercept, int parts) {
  std::mt19937_64 engine(static_cast<unsigned>(n * 1000 + p));
  std::normal_distribution<double> normal;
  Kokkos::View<T**, Layout, Kokkos::HostSpace> x("x", n, p);
  Kokkos::View<T*, Kokkos::HostSpace> y("y", n), w("w", n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j) x(i, j) = static_cast<T>(normal(engine));
    y(i) = static_cast<T>(2.0 * normal(engine));
    w(i) = static_cast<T>(i % 4);
  }
  const int q = p + (intercept ? 1 : 0);
  std::vector<double> b(static_cast<std::size_t>(q));
  for (auto& v : b) v = 0.3 * normal(engine);
  Standardization s;
  for (int j = 0; j < p; ++j) {
    s.centre.push_back(intercept ? 0.5 * (j % 3) : 0.0);
    s.scale.push_back(std::ldexp(1.0, j % 3));
  }

  const Exec exec;
  const Batch<T, Exec> batch{detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), detail::as_vector<Exec>(w), true};
  Workspace<Exec> workspace;
  const Partition partition = workspace.prepare(exec, n, p, intercept, parts);
  workspace.set_coordinates(s);
  const Huber loss{1.345, 0.2};
  Summary summary(q);
  fused_pass<Exec, T>(exec, batch, intercept, loss, b.data(), {GramWeight::curvature, true, -1}, partition, workspace,
                      workspace.residual(0), summary);

  std::vector<double> score(q, 0.0), magnitude(q, 0.0), gram(static_cast<std::size_t>(q) * q, 0.0);
  double total = 0.0, weight = 0.0;
  for (int i = 0; i < n; ++i) {
    std::vector<double> z(q, 1.0);
    double r = static_cast<double>(y(i));
    for (int j = 0; j < p; ++j) z[j] = (static_cast<double>(x(i, j)) - s.centre[j]) / s.scale[j];
    for (int j = 0; j < q; ++j) r -= z[j] * b[j];
    ASSERT_NEAR(workspace.residual(0)(i), r, 1e-12);
    const double wi = static_cast<double>(w(i));
    total += wi * loss.rho(r);
    weight += wi;
    for (int j = 0; j < q; ++j) {
      score[j] += wi * loss.psi(r) * z[j];
      magnitude[j] += wi * std::fabs(loss.psi(r) * z[j]);
      for (int k = 0; k < q; ++k) gram[j * q + k] += wi * loss.curvature(r) * z[j] * z[k];
    }
  }
  EXPECT_NEAR(summary.loss(), total, 1e-11 * (1 + total));
  EXPECT_EQ(summary.weight(), weight);
  EXPECT_EQ(summary.non_finite(), 0.0);
  for (int j = 0; j < q; ++j) {
    EXPECT_NEAR(summary.score()[j], score[j], 1e-11 * (1 + magnitude[j]));
    EXPECT_NEAR(summary.score_magnitude()[j], magnitude[j], 1e-11 * (1 + magnitude[j]));
    for (int k = 0; k < q; ++k) {
      EXPECT_NEAR(summary.gram()[j * q + k], gram[j * q + k], 1e-11 * (1 + weight * 10));
      EXPECT_EQ(summary.gram()[j * q + k], summary.gram()[k * q + j]);
    }
  }
}

TEST(FusedPass, AwkwardShapes) {
  for (const int n : {1, 2, 17, 255, 256, 257, 1031}) {
    for (const int p : {1, 2, 7, 8, 9, 33}) check_pass<double, Kokkos::LayoutRight>(n, p, true, 0);
  }
  check_pass<double, Kokkos::LayoutRight>(61, 300, true, 0);
}

TEST(FusedPass, LayoutsTypesInterceptAndParts) {
  for (const bool intercept : {false, true}) {
    for (const int parts : {1, 2, 5}) {
      check_pass<double, Kokkos::LayoutLeft>(700, 12, intercept, parts);
      check_pass<float, Kokkos::LayoutRight>(700, 12, intercept, parts);
      check_pass<float, Kokkos::LayoutLeft>(700, 12, intercept, parts);
    }
  }
}

TEST(FusedPass, UpdatesAGramMatrixByWhatHasChanged) {
  const int n = 3000;
  const int p = 6;
  const Exec exec;
  std::mt19937_64 engine(4);
  std::normal_distribution<double> normal;
  Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace> x("x", n, p);
  Kokkos::View<double*, Kokkos::HostSpace> y("y", n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j) x(i, j) = normal(engine);
    y(i) = 2.0 * normal(engine);
  }
  const Batch<double, Exec> batch{detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), {}, false};
  Workspace<Exec> workspace;
  const Partition partition = workspace.prepare(exec, n, p, true, 0);
  workspace.set_coordinates({std::vector<double>(p, 0.0), std::vector<double>(p, 1.0)});
  const Huber loss{1.345, 0.05};
  const std::vector<double> first(p + 1, 0.1), second(p + 1, 0.11);
  Summary base(p + 1), change(p + 1), whole(p + 1);
  const auto pass = [&](const std::vector<double>& b, int reference, int slot, Summary& summary) {
    fused_pass<Exec, double>(exec, batch, true, loss, b.data(), {GramWeight::curvature, false, reference}, partition,
                             workspace, workspace.residual(slot), summary);
  };
  pass(first, -1, 0, base);
  pass(second, 0, 1, change);
  pass(second, -1, 1, whole);
  EXPECT_LT(change.gram_rows(), 0.1 * whole.gram_rows());
  EXPECT_GT(change.gram_rows(), 0.0);
  for (int k = 0; k < (p + 1) * (p + 1); ++k) {
    EXPECT_NEAR(base.gram()[k] + change.gram()[k], whole.gram()[k], 1e-10);
  }
  EXPECT_EQ(change.active(), whole.active());
}

TEST(Bregman, MatchesTheLossesAndIgnoresHugeOutliers) {
  const int n = 1000;
  const Exec exec;
  Kokkos::View<double**, Kokkos::HostSpace> x("x", n, 1);
  Kokkos::View<double*, Kokkos::HostSpace> y("y", n);
  const Batch<double, Exec> batch{detail::as_matrix<Exec>(x), detail::as_vector<Exec>(y), {}, false};
  Workspace<Exec> workspace;
  const Partition partition = workspace.prepare(exec, n, 1, true, 0);
  const Huber loss{1.0, 0.1};
  double expected = 0.0;
  for (int i = 0; i < n; ++i) {
    const double from = i == 5 ? 1e300 : std::sin(0.7 * i) * 2.0;
    const double to = i == 5 ? 0.9e300 : from + 0.25 * std::cos(1.3 * i);
    workspace.residual(0)(i) = from;
    workspace.residual(1)(i) = to;
    const double half = from + 0.5 * (to - from);
    if (i != 5) expected += loss.rho(half) - loss.rho(from) - loss.psi(from) * (half - from);
  }
  EXPECT_NEAR((bregman<Exec, double>(exec, batch, loss, workspace.residual(0), workspace.residual(1), 0.5, partition,
                                     workspace)),
              expected, 1e-11);
}

}  // namespace
}  // namespace robustream

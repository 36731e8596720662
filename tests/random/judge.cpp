// SPDX-License-Identifier: BSD-3-Clause
#include "judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include <reference/certificate.hpp>

namespace robustream::test {
namespace {

using reference::Excess;
using reference::Problem;
using reference::Real;
using reference::Vector;

/// By how much an entry of the information may differ from the oracle's: rounding of the sums, and of the residuals
/// where the curvature is a ramp.
Real information_slack(const Problem& problem, const Vector& sizes, Real epsilon, std::size_t j, std::size_t k) {
  Real slack = 0;
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    const Real ramp = std::min(Real(1), 16 * epsilon * sizes[i] / problem.bandwidth);
    slack += problem.w[i] * std::fabs(problem.z(i, j) * problem.z(i, k)) * (512 * epsilon + ramp);
  }
  return slack + 512 * reference::double_epsilon * std::fabs(problem.information(j, k));
}

void expect_information(const Problem& problem, const Vector& b, const State& after, Real epsilon) {
  const reference::Matrix gain = reference::information_gain(problem, b);
  const std::size_t q = b.size();
  Vector sizes(problem.rows());
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    sizes[i] = std::fabs(problem.y[i]) + 2 * std::fabs(problem.response_centre);
    for (std::size_t j = 0; j < q; ++j) sizes[i] += std::fabs(problem.z(i, j) * b[j]);
  }
  for (std::size_t j = 0; j < q; ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      const Real expected = problem.information(j, k) + gain(j, k);
      const Real difference = std::fabs(after.information_matrix[j * q + k] - expected);
      ASSERT_LE(static_cast<double>(difference), static_cast<double>(information_slack(problem, sizes, epsilon, j, k)))
          << "information(" << j << ", " << k << ")";
      ASSERT_EQ(after.information_matrix[j * q + k], after.information_matrix[k * q + j]) << "not symmetric";
    }
  }
}

void expect_objective(const Problem& problem, const Vector& b, const BatchReport& report, const Excess& excess,
                      Real epsilon) {
  const reference::Objective objective = reference::objective(problem, b);
  // The library reports the memory of the penalty as -s'(b - b0), the oracle as -s'b.
  const Real shift = reference::dot(problem.linear, problem.previous);
  const Real scale = objective.magnitude() + std::fabs(shift);
  const Real slack = 1e5L * epsilon * scale + 8 * excess.rounding + 4 * std::sqrt(scale * excess.rounding);
  EXPECT_LE(static_cast<double>(std::fabs(report.objective - objective.total() - shift)), static_cast<double>(slack))
      << "objective " << report.objective << " instead of " << static_cast<double>(objective.total() + shift);
}

}  // namespace

void judge(const Problem& problem, const State& after, const BatchReport& report, const Demand& demand,
           Counts& counts) {
  const Vector b = coefficients_in(problem, after);
  const Excess excess = objective_excess(problem, b, demand.epsilon);
  const bool within = excess.within(demand.excess);
  counts.unsure += !excess.minimum.certified;
  EXPECT_EQ(report.converged, report.termination == Termination::converged);
  if (report.converged) {
    EXPECT_TRUE(within) << "converged, but the objective is " << static_cast<double>(excess.relative())
                        << " (relative) above its minimum: " << static_cast<double>(excess.absolute) << " above "
                        << static_cast<double>(excess.magnitude) << ", rounding "
                        << static_cast<double>(excess.rounding);
    // The certificate once more, in the library's coordinates. The library takes rounding of its residuals (2 eps) off
    // the distance, and its own gradient has as much.
    EXPECT_LE(static_cast<double>(reference::stationarity(problem, b, demand.epsilon, 4)),
              1.001 * static_cast<double>(demand.certificate) * after.options.tol)
        << "certificate";
    const auto relative = static_cast<double>(std::fabs(excess.relative()));
    ++counts.decades[relative < 1e-18 ? -18 : static_cast<int>(std::ceil(std::log10(relative)))];
  }
  expect_objective(problem, b, report, excess, demand.epsilon);
  expect_information(problem, b, after, demand.epsilon);

  ++counts.problems;
  counts.l1 += problem.options.l1;
  counts.converged += report.converged;
  counts.iterations += report.iterations;
  ++counts.terminations[name(report.termination)];
  counts.above[name(report.termination)] += !within;
}

void Counts::print(const std::string& title, std::uint64_t first_seed, std::uint64_t last_seed) const {
  std::printf(
      "[ RANDOM   ] %s, seeds %llu to %llu: %d problems (%d l1, %d weighted), %d certified (%.2f %%), %.1f "
      "iterations each\n",
      title.c_str(), static_cast<unsigned long long>(first_seed), static_cast<unsigned long long>(last_seed), problems,
      l1, weighted, converged, 100.0 * converged / problems, static_cast<double>(iterations) / problems);
  for (const auto& [why, count] : terminations) {
    std::printf("[ RANDOM   ] %6d  %s, %d of them with too high an objective\n", count, why.c_str(), above.at(why));
  }
  if (unsure > 0) std::printf("[ RANDOM   ] %6d  where the oracle does not certify its own minimum\n", unsure);
  for (const auto& [decade, count] : decades) {
    std::printf("[ RANDOM   ] %6d  converged with a relative excess up to 1e%d\n", count, decade);
  }
}

}  // namespace robustream::test

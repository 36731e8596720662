// SPDX-License-Identifier: BSD-3-Clause
// The estimator against the oracle on random streams full of traps (support/random_stream.hpp). Every batch is one
// problem: the oracle takes the library's state before it, and judges the library's coefficients, information and
// report.
//
// ROBUSTREAM_TEST_SEED=<n> starts at another seed, ROBUSTREAM_TEST_PROBLEMS=<n> asks for another number of problems.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

#include <reference/certificate.hpp>
#include <reference/excess.hpp>
#include <reference/objective.hpp>
#include <support/library.hpp>
#include <support/random_stream.hpp>

namespace robustream::test {
namespace {

using reference::Excess;
using reference::Problem;
using reference::Real;

// Thousands of tiny problems: threads would only wait for each other.
#if defined(KOKKOS_ENABLE_SERIAL)
using Space = Kokkos::Serial;
#else
using Space = Exec;
#endif

std::uint64_t setting(const char* variable, std::uint64_t fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

/// By how much each entry of the information gain may differ from the oracle's: rounding of the sums, and rounding of
/// the residuals where the curvature is a ramp.
Real information_slack(const Problem& problem, const reference::Vector& b, std::size_t j, std::size_t k) {
  const Real epsilon = static_cast<Real>(std::numeric_limits<double>::epsilon());
  Real slack = 0;
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    Real size = std::fabs(problem.y[i]) + 2 * std::fabs(problem.response_centre);
    for (std::size_t m = 0; m < b.size(); ++m) size += std::fabs(problem.z(i, m) * b[m]);
    const Real ramp = std::min(Real(1), 16 * epsilon * size / problem.bandwidth);
    slack += problem.w[i] * std::fabs(problem.z(i, j) * problem.z(i, k)) * (1e-13L + ramp);
  }
  return slack + 1e-13L * std::fabs(problem.information(j, k));
}

void expect_information(const Problem& problem, const reference::Vector& b, const State& after) {
  const reference::Matrix gain = reference::information_gain(problem, b);
  const std::size_t q = b.size();
  for (std::size_t j = 0; j < q; ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      const Real expected = problem.information(j, k) + gain(j, k);
      const Real slack = information_slack(problem, b, j, k);
      const Real difference = std::fabs(after.information_matrix[j * q + k] - expected);
      ASSERT_LE(static_cast<double>(difference), static_cast<double>(slack)) << "information(" << j << ", " << k << ")";
      ASSERT_EQ(after.information_matrix[j * q + k], after.information_matrix[k * q + j]) << "not symmetric";
    }
  }
}

struct Counts {
  int problems = 0, l1 = 0, weighted = 0, converged = 0, beyond = 0, unexplained = 0;
  std::map<std::string, int> terminations;
  std::map<int, int> excess_decades;  ///< of converged problems, relative
  std::map<std::string, int> beyond_by_termination;
  long iterations = 0;
};

void judge(const Problem& problem, const State& after, const BatchReport& report, Counts& counts) {
  const reference::Vector b = coefficients_in(problem, after);
  const Excess excess = objective_excess(problem, b);
  EXPECT_TRUE(excess.minimum.certified) << "the oracle is not sure of itself";
  const bool within = excess.within(1e-10L);
  ++counts.problems;
  counts.l1 += problem.options.l1;
  counts.converged += report.converged;
  counts.iterations += report.iterations;
  ++counts.terminations[name(report.termination)];
  EXPECT_EQ(report.converged, report.termination == Termination::converged);
  if (!within) {
    ++counts.beyond;
    ++counts.beyond_by_termination[name(report.termination)];
  }
  if (report.converged) {
    EXPECT_TRUE(within) << "converged, but the objective is " << static_cast<double>(excess.relative())
                        << " (relative) above its minimum, absolute " << static_cast<double>(excess.absolute) << " of "
                        << static_cast<double>(excess.magnitude) << ", rounding "
                        << static_cast<double>(excess.rounding);
    const auto relative = static_cast<double>(std::fabs(excess.relative()));
    ++counts.excess_decades[relative < 1e-18 ? -18 : static_cast<int>(std::ceil(std::log10(relative)))];
    // The certificate once more, by the oracle, in the library's coordinates. The library takes rounding of its
    // residuals (2 eps) off the distance, and its own gradient has as much.
    const Real epsilon = static_cast<Real>(std::numeric_limits<double>::epsilon());
    EXPECT_LE(static_cast<double>(reference::stationarity(problem, b, epsilon, 4)), 1.001 * after.options.tol)
        << "certificate";
  }
  const reference::Objective objective = reference::objective(problem, b);
  // The library reports the memory of the penalty as -s'(b - b0), the oracle as -s'b.
  const Real expected = objective.total() + reference::dot(problem.linear, problem.previous);
  const Real scale = objective.magnitude() + std::fabs(reference::dot(problem.linear, problem.previous));
  EXPECT_LE(static_cast<double>(std::fabs(report.objective - expected)),
            static_cast<double>(1e-11L * scale + 8 * excess.rounding + 4 * std::sqrt(scale * excess.rounding)))
      << "objective " << report.objective << " instead of " << static_cast<double>(expected);
  expect_information(problem, b, after);
}

TEST(RandomProblems, objective_is_minimal_and_certified) {
  const std::uint64_t first_seed = setting("ROBUSTREAM_TEST_SEED", 1);
  const std::uint64_t wanted = setting("ROBUSTREAM_TEST_PROBLEMS", 10000);
  std::printf("[ RANDOM   ] seeds from %llu\n", static_cast<unsigned long long>(first_seed));
  Counts counts;
  std::uint64_t seed = first_seed;
  for (; static_cast<std::uint64_t>(counts.problems) < wanted; ++seed) {
    const RandomStream stream = random_stream(seed);
    SCOPED_TRACE(stream.description);
    RenewableHuber model(library_options(stream.options));
    for (std::size_t k = 0; k < stream.batches.size(); ++k) {
      SCOPED_TRACE("batch " + std::to_string(k));
      const reference::State before = reference_state(model.state());
      BatchReport report;
      const Status status = partial_fit<double, Space>(model, stream.batches[k], &report);
      ASSERT_TRUE(status.ok()) << status.message();
      SCOPED_TRACE(describe(report));
      const reference::State after = reference_state(model.state());
      const Problem problem = make_problem(stream.batches[k], before, stream.options, &after.coordinates);
      counts.weighted += !stream.batches[k].w.empty();
      judge(problem, model.state(), report, counts);
    }
  }
  std::printf(
      "[ RANDOM   ] seeds to %llu: %d problems (%d l1, %d weighted), %d certified (%.2f %%), %.1f iterations each\n",
      static_cast<unsigned long long>(seed - 1), counts.problems, counts.l1, counts.weighted, counts.converged,
      100.0 * counts.converged / counts.problems, 1.0 * static_cast<double>(counts.iterations) / counts.problems);
  for (const auto& [why, count] : counts.terminations) {
    std::printf("[ RANDOM   ] %6d  %s, %d of them above 1e-10\n", count, why.c_str(),
                counts.beyond_by_termination[why]);
  }
  for (const auto& [decade, count] : counts.excess_decades) {
    std::printf("[ RANDOM   ] %6d  converged with a relative excess up to 1e%d\n", count, decade);
  }
  EXPECT_GE(counts.converged, 0.95 * counts.problems);
}

}  // namespace
}  // namespace robustream::test

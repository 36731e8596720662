// SPDX-License-Identifier: BSD-3-Clause
// The estimator against the oracle on random streams full of traps (support/random_stream.hpp). Every batch is one
// problem: the oracle takes the library's state before it, and judges the library's coefficients, information and
// report.
//
// ROBUSTREAM_TEST_SEED=<n> starts at another seed, ROBUSTREAM_TEST_PROBLEMS=<n> asks for another number of problems.
#include <gtest/gtest.h>

#include <cstdlib>

#include <support/random_stream.hpp>

#include "judge.hpp"

namespace robustream::test {
namespace {

// Thousands of tiny problems: threads would only wait for each other.
#if defined(KOKKOS_ENABLE_SERIAL)
using Space = Kokkos::Serial;
#else
using Space = Exec;
#endif

/// A sanitizer costs a factor of ten or more.
#if defined(ROBUSTREAM_TEST_SANITIZED)
constexpr std::uint64_t fewer = 20;
#else
constexpr std::uint64_t fewer = 1;
#endif

std::uint64_t setting(const char* variable, std::uint64_t fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

/// Feeds the stream to a model and judges each batch.
template <class T> void run(const RandomStream& stream, const Options& options, const Demand& demand, Counts& counts) {
  SCOPED_TRACE(stream.description);
  RenewableHuber model(options);
  for (std::size_t k = 0; k < stream.batches.size(); ++k) {
    SCOPED_TRACE("batch " + std::to_string(k));
    const reference::State before = reference_state(model.state());
    BatchReport report;
    const Status status = partial_fit<T, Space>(model, stream.batches[k], &report);
    ASSERT_TRUE(status.ok()) << status.message();
    SCOPED_TRACE(describe(report));
    const reference::State after = reference_state(model.state());
    const reference::Problem problem = make_problem(stream.batches[k], before, stream.options, &after.coordinates);
    counts.weighted += !stream.batches[k].w.empty();
    judge(problem, model.state(), report, demand, counts);
  }
}

TEST(RandomProblems, objective_is_minimal_and_certified) {
  const std::uint64_t first = setting("ROBUSTREAM_TEST_SEED", 1);
  const std::uint64_t wanted = setting("ROBUSTREAM_TEST_PROBLEMS", 10000 / fewer);
  Counts counts;
  std::uint64_t seed = first;
  for (; static_cast<std::uint64_t>(counts.problems) < wanted; ++seed) {
    const RandomStream stream = random_stream(seed);
    run<double>(stream, library_options(stream.options), {}, counts);
  }
  counts.print("double", first, seed - 1);
  EXPECT_LE(counts.unsure, 1 + counts.problems / 5000) << "the oracle is not sure of itself";
  EXPECT_GE(counts.converged, 0.95 * counts.problems);
}

// LAMM is held to its certificate, ten times wider, and to everything but the excess: it stops short of the minimum, as
// the reference implementation does.
TEST(RandomProblems, lamm_is_certified) {
  const std::uint64_t first = setting("ROBUSTREAM_TEST_SEED", 1);
  const std::uint64_t wanted = setting("ROBUSTREAM_TEST_PROBLEMS", 10000 / fewer) / 10;
  Demand demand;
  demand.certificate = 10;
  demand.excess = 1e-3L;
  Counts counts;
  std::uint64_t seed = first;
  for (; static_cast<std::uint64_t>(counts.problems) < wanted; ++seed) {
    const RandomStream stream = random_stream(seed);
    if (!stream.options.l1) continue;
    Options options = library_options(stream.options);
    options.solver = Solver::lamm;
    run<double>(stream, options, demand, counts);
  }
  counts.print("LAMM", first, seed - 1);
  EXPECT_LE(counts.unsure, 1 + counts.problems / 5000) << "the oracle is not sure of itself";
}

// Products of float data may be rounded to float: the residuals then carry float's epsilon of their terms.
TEST(RandomProblems, float_data_cost_no_more_than_their_rounding) {
  const std::uint64_t first = setting("ROBUSTREAM_TEST_SEED", 1);
  const std::uint64_t wanted = setting("ROBUSTREAM_TEST_PROBLEMS", 10000 / fewer) / 10;
  Demand demand;
  demand.epsilon = reference::float_epsilon;
  demand.excess = 1e-8L;
  Counts counts;
  std::uint64_t seed = first;
  for (; static_cast<std::uint64_t>(counts.problems) < wanted; ++seed) {
    const RandomStream stream = rounded_to_float(random_stream(seed));
    run<float>(stream, library_options(stream.options), demand, counts);
  }
  counts.print("float", first, seed - 1);
  EXPECT_LE(counts.unsure, 1 + counts.problems / 5000) << "the oracle is not sure of itself";
}

}  // namespace
}  // namespace robustream::test

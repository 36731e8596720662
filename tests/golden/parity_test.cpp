// SPDX-License-Identifier: BSD-3-Clause
// Every accepted batch of every golden case against what the reference implementation returned, on the reference's own
// path: Newton without a penalty, LAMM for l1.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "golden_check.hpp"

namespace robustream::test {
namespace {

constexpr std::size_t case_count = 117;

class GoldenParity : public ::testing::Test {
 protected:
  static const std::vector<GoldenCase>& cases() {
    static const std::vector<GoldenCase> all = [] {
      std::vector<GoldenCase> result;
      for (const std::string& file : golden_files(ROBUSTREAM_TEST_GOLDEN_DIR)) result.push_back(read_golden_case(file));
      return result;
    }();
    return all;
  }
};

/// Cases with batches outside the reference's limits although the reference's answer counts as a solution, and why. The
/// test accepts such a batch only when the oracle finds ours nearer to the minimiser than the reference's
/// (Distances::ours_nearer), and prints both distances.
const std::map<std::string, std::string>& beyond_the_limits() {
  static const std::map<std::string, std::string> reasons = {
      {"dim_p33_icpt_none", "a majorising step first, then fewer iterations"},
      {"opt_tol_1e-2", "our step rule also looks at the standardised columns: one more Newton step"},
      {"stream_100x7_none", "another last Newton step"},
      {"tiny_1row_l1", "LAMM stops without our certificate and proximal Newton goes on"},
      {"tiny_1row_outlier_first", "no row has curvature at first: majorising steps, then fewer iterations"},
  };
  return reasons;
}

/// True when the answer is within the case's limits, or beyond them for the better, which is printed.
bool expect_agreement(const GoldenCase& golden, std::size_t index, const OracleView& oracle, const State& after,
                      const BatchReport& report) {
  const GoldenBatch& batch = golden.batches[index];
  const Differences differences = compare_answer(golden, *batch.expected, oracle, after, report);
  if (differences.empty()) return true;
  const auto reason = beyond_the_limits().find(golden.name);
  const Distances distances = distances_to_the_minimum(batch, oracle, after);
  if (reason != beyond_the_limits().end() && distances.ours_nearer()) {
    std::printf("[ GOLDEN   ] %s batch %zu: %s. %s\n", golden.name.c_str(), index, reason->second.c_str(),
                distances.text().c_str());
    return false;
  }
  for (const std::string& difference : differences) ADD_FAILURE() << difference;
  ADD_FAILURE() << distances.text() << " (iterations: " << batch.expected->iterations << ", kkt " << batch.expected->kkt
                << ")";
  return false;
}

void expect_none(const Differences& differences) {
  for (const std::string& difference : differences) ADD_FAILURE() << difference;
}

/// The batch was accepted; is the answer as good as the reference's?
void expect_as_good(const GoldenCase& golden, std::size_t index, const State& before, const State& after,
                    const BatchReport& report, Tally& tally) {
  const GoldenBatch& batch = golden.batches[index];
  const GoldenExpected& expected = *batch.expected;
  EXPECT_TRUE(all_finite(after));
  expect_none(compare_counters(golden, expected, after, report));
  const OracleView oracle = oracle_view(golden, batch, before, after);
  EXPECT_TRUE(oracle.ours.minimum.certified) << "the oracle is not sure of itself";
  if (golden.compare == "finite") {
    ++tally["batches where rounding decides: finiteness and counters"];
  } else if (expected.is_solution) {
    const bool agrees = expect_agreement(golden, index, oracle, after, report);
    ++tally[agrees ? "batches solved by the reference: coefficients, information, objective within the limits"
                   : "batches solved by the reference, ours nearer to the minimum by the oracle"];
  } else if (report.converged) {
    EXPECT_TRUE(oracle.no_higher()) << "excess " << static_cast<double>(oracle.ours.relative()) << ", the reference's "
                                    << static_cast<double>(oracle.reference.relative());
    ++tally["batches not solved by the reference, certified by ours: objective no higher"];
  } else {
    ++tally["batches not solved by the reference, and ours says converged = false"];
  }
  if (report.converged) {
    EXPECT_TRUE(oracle.ours.within(1e-6L)) << "converged, excess " << static_cast<double>(oracle.ours.relative());
  }
}

TEST_F(GoldenParity, each_batch_from_the_state_before) {
  Tally tally("each batch from the reference's state before it");
  std::map<std::int64_t, int> iterations;
  std::size_t seen = 0;
  for (const GoldenCase& golden : cases()) {
    ++seen;
    if (golden.is_error()) {
      ++tally["cases of errors (errors_test)"];
      continue;
    }
    ++tally["cases compared by " + golden.compare];
    const Solver solver = parity_solver(golden);
    const GoldenExpected* last = nullptr;
    for (std::size_t k = 0; k < golden.batches.size(); ++k) {
      const GoldenBatch& batch = golden.batches[k];
      SCOPED_TRACE(golden.name + " batch " + std::to_string(k) + ": " + golden.purpose);
      RenewableHuber model(golden_options(golden, solver));
      State before;
      before.options = golden_options(golden, solver);
      if (last != nullptr) {
        const Status loaded = golden_state(golden, *last, solver, before);
        EXPECT_TRUE(loaded.ok()) << loaded.message();
        const Status taken = model.set_state(before);
        EXPECT_TRUE(taken.ok()) << taken.message();
      }
      last = &*batch.expected;
      BatchReport report;
      const Status status = fit_golden(model, golden, batch, report);
      EXPECT_TRUE(status.ok()) << status.message();
      if (!status.ok()) continue;
      SCOPED_TRACE(describe(report));
      expect_as_good(golden, k, before, model.state(), report, tally);
      if (batch.expected->is_solution && golden.compare == "coef" && golden.dtype == "float64") {
        ++iterations[report.iterations - batch.expected->iterations];
      }
    }
  }
  EXPECT_EQ(seen, case_count);
  for (const auto& [difference, count] : iterations) {
    tally["iterations more than the reference's: " + std::to_string(difference)] = count;
  }
}

TEST_F(GoldenParity, whole_streams_until_the_reference_is_no_solution) {
  Tally tally("whole streams from the start");
  std::size_t seen = 0;
  for (const GoldenCase& golden : cases()) {
    ++seen;
    if (golden.is_error()) {
      ++tally["cases of errors (errors_test)"];
      continue;
    }
    RenewableHuber model(golden_options(golden, parity_solver(golden)));
    bool comparing = true;
    for (std::size_t k = 0; k < golden.batches.size(); ++k) {
      const GoldenBatch& batch = golden.batches[k];
      SCOPED_TRACE(golden.name + " batch " + std::to_string(k) + ": " + golden.purpose);
      const State before = model.state();
      BatchReport report;
      const Status status = fit_golden(model, golden, batch, report, Threads::one);
      EXPECT_TRUE(status.ok()) << status.message();
      if (!status.ok()) break;
      SCOPED_TRACE(describe(report));
      EXPECT_TRUE(all_finite(model.state()));
      expect_none(compare_counters(golden, *batch.expected, model.state(), report));
      comparing = comparing && batch.expected->is_solution && golden.compare != "finite";
      if (comparing) {
        const OracleView oracle = oracle_view(golden, batch, before, model.state());
        comparing = expect_agreement(golden, k, oracle, model.state(), report);
      }
      ++tally[comparing ? "batches within the limits" : "batches after that: counters only"];
    }
    ++tally[comparing ? "cases compared to the end"
                      : "cases compared up to the reference's first non-solution, or to where ours is better"];
  }
  EXPECT_EQ(seen, case_count);
}

// The library's own way for l1 owes the reference nothing but a better answer.
TEST_F(GoldenParity, l1_with_the_automatic_solver) {
  Tally tally("l1 with solver = auto, each batch from the reference's state before it");
  for (const GoldenCase& golden : cases()) {
    if (golden.is_error() || golden.penalty != "l1") continue;
    ++tally["cases"];
    const GoldenExpected* last = nullptr;
    for (std::size_t k = 0; k < golden.batches.size(); ++k) {
      const GoldenBatch& batch = golden.batches[k];
      SCOPED_TRACE(golden.name + " batch " + std::to_string(k) + ": " + golden.purpose);
      State before;
      before.options = golden_options(golden, Solver::automatic);
      RenewableHuber model(before.options);
      if (last != nullptr) {
        const Status loaded = golden_state(golden, *last, Solver::automatic, before);
        EXPECT_TRUE(loaded.ok()) << loaded.message();
        const Status taken = model.set_state(before);
        EXPECT_TRUE(taken.ok()) << taken.message();
      }
      last = &*batch.expected;
      BatchReport report;
      const Status status = fit_golden(model, golden, batch, report);
      EXPECT_TRUE(status.ok()) << status.message();
      if (!status.ok()) continue;
      SCOPED_TRACE(describe(report));
      const OracleView oracle = oracle_view(golden, batch, before, model.state());
      EXPECT_TRUE(report.converged || golden.max_iter <= 3) << "no certificate";
      EXPECT_TRUE(oracle.no_higher() || !report.converged)
          << "excess " << static_cast<double>(oracle.ours.relative()) << ", the reference's "
          << static_cast<double>(oracle.reference.relative());
      ++tally[report.converged ? "batches certified" : "batches stopped by max_iter <= 3"];
      if (batch.expected->iterations > report.iterations) ++tally["batches with fewer iterations than the reference"];
    }
  }
}

}  // namespace
}  // namespace robustream::test

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <support/golden_case.hpp>
#include <support/library.hpp>

#include "golden_oracle.hpp"

/// What the golden tests ask of one batch.
namespace robustream::test {

/// partial_fit with the case's element type, on the default host space or with one thread.
enum class Threads { all, one };
Status fit_golden(RenewableHuber& model, const GoldenCase& golden, const GoldenBatch& batch, BatchReport& report,
                  Threads threads = Threads::all);

/// The state that the reference had after a batch.
Status golden_state(const GoldenCase& golden, const GoldenExpected& expected, Solver solver, State& state);

/// Differences, each a line that says what, how far and the limit. Empty: none.
using Differences = std::vector<std::string>;
/// Rows, weights, batches, lambda, bandwidth: exact, or to rounding.
Differences compare_counters(const GoldenCase& golden, const GoldenExpected& expected, const State& after,
                             const BatchReport& report);
/// Coefficients (if compared at all), information and objective within the case's limits.
Differences compare_answer(const GoldenCase& golden, const GoldenExpected& expected, const OracleView& oracle,
                           const State& after, const BatchReport& report);
bool all_finite(const State& state);

/// One line of a table printed at the end of a test.
class Tally {
 public:
  explicit Tally(std::string title) : title_(std::move(title)) {}
  ~Tally();
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;
  int& operator[](const std::string& kind);

 private:
  std::string title_;
  std::vector<std::pair<std::string, int>> counts_;
};

}  // namespace robustream::test

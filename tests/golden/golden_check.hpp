// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <reference/excess.hpp>
#include <support/golden_case.hpp>
#include <support/library.hpp>

/// What the golden tests ask of one batch.
namespace robustream::test {

/// The case's options, with the given solver. Not for the error cases that ask for a penalty there is not.
Options golden_options(const GoldenCase& golden, Solver solver);
/// Newton without a penalty; LAMM for l1, since that is the path that the reference's l1 coefficients lie on.
Solver parity_solver(const GoldenCase& golden);

reference::Batch golden_batch(const GoldenBatch& batch);
/// partial_fit with the case's element type.
Status fit_golden(RenewableHuber& model, const GoldenCase& golden, const GoldenBatch& batch, BatchReport& report);

/// The state that the reference had after a batch.
Status golden_state(const GoldenCase& golden, const GoldenExpected& expected, Solver solver, State& state);

/// The oracle's view of one batch: its problem, and how far above the minimum the reference's coefficients and ours
/// are.
struct OracleView {
  reference::Problem problem;
  reference::Excess reference;
  reference::Excess ours;

  /// Ours is no higher than the reference's, rounding aside.
  bool no_higher() const;
};
OracleView oracle_view(const GoldenCase& golden, const GoldenBatch& batch, const State& before, const State& after);

/// Differences, each a line that says what, how far and the limit. Empty: none.
using Differences = std::vector<std::string>;
/// Rows, weights, batches, lambda, bandwidth: exact, or to rounding.
Differences compare_counters(const GoldenCase& golden, const GoldenExpected& expected, const State& after,
                             const BatchReport& report);
/// Coefficients (if compared at all), information and objective within the case's limits.
Differences compare_answer(const GoldenCase& golden, const GoldenExpected& expected, const OracleView& oracle,
                           const State& after, const BatchReport& report);
bool all_finite(const State& state);

/// How far from the exact minimiser ours and the reference's are: the oracle's word where they differ by more than the
/// limit. The reference stops at steps of `tol`, so where the two take different last steps either may be nearer.
struct Distances {
  bool certified = false;                                ///< the oracle's own certificate
  double objective[2], coefficients[2], information[2];  ///< ours, the reference's

  bool ours_nearer() const;
  std::string text() const;
};
Distances distances_to_the_minimum(const GoldenBatch& batch, const OracleView& oracle, const State& after);

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

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include <reference/excess.hpp>
#include <support/golden_case.hpp>
#include <support/library.hpp>

/// What the oracle says of a golden batch: of our answer and of the reference's.
namespace robustream::test {

/// The case's options, with the given solver. Not for the error cases that ask for a penalty there is not.
Options golden_options(const GoldenCase& golden, Solver solver);
/// Newton without a penalty; LAMM for l1, since that is the path that the reference's l1 coefficients lie on.
Solver parity_solver(const GoldenCase& golden);

reference::Batch golden_batch(const GoldenBatch& batch);
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

/// How far from the exact minimiser ours and the reference's are: the oracle's word where they differ by more than the
/// limit. The reference stops at steps of `tol`, so where the two take different last steps either may be nearer.
struct Distances {
  bool certified = false;                                ///< the oracle's own certificate
  double objective[2], coefficients[2], information[2];  ///< ours, the reference's

  bool ours_nearer() const;
  std::string text() const;
};
Distances distances_to_the_minimum(const GoldenBatch& batch, const OracleView& oracle, const State& after);

}  // namespace robustream::test

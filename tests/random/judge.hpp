// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include <reference/excess.hpp>
#include <support/library.hpp>

/// What the random tests ask of one batch, and what they count.
namespace robustream::test {

/// What an answer must meet.
struct Demand {
  reference::Real excess = 1e-10L;                      ///< relative to the objective, where the batch converged
  reference::Real certificate = 1;                      ///< times tol
  reference::Real epsilon = reference::double_epsilon;  ///< of the data's element type
};

struct Counts {
  int problems = 0, l1 = 0, weighted = 0, converged = 0;
  int unsure = 0;  ///< problems whose minimum the oracle itself did not certify; judged all the same
  long iterations = 0;
  std::map<std::string, int> terminations, above;  ///< by termination: problems, and those above the demanded excess
  std::map<int, int> decades;                      ///< converged problems by the decade of their relative excess

  void print(const std::string& title, std::uint64_t first_seed, std::uint64_t last_seed) const;
};

/// Objective, certificate, report and information of an accepted batch against the oracle's.
void judge(const reference::Problem& problem, const State& after, const BatchReport& report, const Demand& demand,
           Counts& counts);

}  // namespace robustream::test

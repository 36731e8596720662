// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/rescue.hpp>

#include <cstddef>

#include <robustream/solver/line_search.hpp>

namespace robustream {
namespace {

constexpr int majorising = 3;  // steps of each kind in a round
constexpr int stiffened = 5;

}  // namespace

bool Rescue::propose(Solve& solve, StepModel& model, NewtonSystem& system, bool& small) {
  const Iterate& current = solve.current;
  Iterate& candidate = solve.candidate;
  const bool newton = steps_++ % (majorising + stiffened) >= majorising;

  // The majorising matrix at the current iterate; its residuals go to a slot of their own.
  const int slot = candidate.slot;
  candidate.b = current.b;
  candidate.slot = 2;
  solve.evaluate(candidate, GramWeight::majorizer, false);
  candidate.slot = slot;
  ++solve.report.majorising_steps;
  matrix_.assign(candidate.summary.gram(), candidate.summary.gram() + solve.candidate.b.size() * solve.candidate.b.size());
  if (newton) {
    double share = 1e-13;
    std::vector<double> stiff(matrix_.size());
    do {
      share *= 10.0;
      for (std::size_t k = 0; k < stiff.size(); ++k) stiff[k] = current.summary.gram()[k] + share * matrix_[k];
      if (!system.assemble(stiff.data(), false)) return false;
    } while (system.least_norm() && share < 1.0);
  } else if (!system.assemble(matrix_.data(), false)) {
    return false;
  }
  model.propose(system, current, candidate.b.data());
  small = solve.surrogate.step_is_small(current.b.data(), candidate.b.data());
  solve.evaluate(candidate, GramWeight::curvature, small);
  if (!newton) return true;
  const double step = minimise_line(solve);
  if (step == 1.0) return true;
  shorten_candidate(solve, step);
  small = solve.surrogate.step_is_small(current.b.data(), candidate.b.data());
  solve.evaluate(candidate, GramWeight::curvature, small);
  return true;
}

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/rescue.hpp>

#include <cstddef>

#include <robustream/solver/line_search.hpp>

namespace robustream {
namespace {

constexpr int majorising_steps = 3;  // of a round
constexpr int stiffened_steps = 5;

}  // namespace

Rescue::Kind Rescue::propose(Solve& solve, StepModel& model, NewtonSystem& system, bool stiffened) {
  const Iterate& current = solve.current;
  Iterate& candidate = solve.candidate;
  stiffened = steps_++ % (majorising_steps + stiffened_steps) >= majorising_steps || stiffened;

  // The majorising matrix at the current iterate; its residuals go to a slot of their own.
  const int slot = candidate.slot;
  candidate.b = current.b;
  candidate.slot = 2;
  solve.evaluate(candidate, GramWeight::majorizer, false);
  candidate.slot = slot;
  ++solve.report.majorising_steps;
  const std::size_t size = candidate.b.size() * candidate.b.size();
  matrix_.assign(candidate.summary.gram(), candidate.summary.gram() + size);
  bool assembled = false;
  if (stiffened) {
    std::vector<double> sum(size);
    double share = 1e-16;
    do {
      share *= 10.0;
      for (std::size_t k = 0; k < size; ++k) sum[k] = current.summary.gram()[k] + share * matrix_[k];
      assembled = system.assemble(sum.data(), false);
    } while (assembled && system.least_norm() && share < 1.0);
  } else {
    assembled = system.assemble(matrix_.data(), false);
  }
  if (!assembled) return Kind::overflow;
  model.propose(system, current, candidate.b.data());
  return stiffened ? Kind::stiffened : Kind::majorising;
}

void Rescue::shorten(Solve& solve, bool& small) {
  const double step = minimise_line(solve);
  if (step == 1.0) return;
  shorten_candidate(solve, step);
  small = solve.surrogate.step_is_small(solve.current.b.data(), solve.candidate.b.data());
  solve.evaluate(solve.candidate, GramWeight::curvature, small);
}

}  // namespace robustream

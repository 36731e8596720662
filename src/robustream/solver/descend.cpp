// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/descend.hpp>

#include <robustream/solver/rescue.hpp>

namespace robustream {

Status descend(Solve& solve, StepModel& model) {
  const Surrogate& surrogate = solve.surrogate;
  const Options& options = surrogate.state().options;
  NewtonSystem system(surrogate);
  Descent descent(options);
  Rescue rescue;

  while (solve.report.iterations < options.max_iter) {
    const int iteration = ++solve.report.iterations;
    if (const Status status = report_progress(solve); !status.ok()) return status;
    bool rescued = descent.majorise();
    if (!rescued) {
      if (!system.assemble(solve.current.summary.gram(), descent.use_ridge(iteration))) return matrix_overflow();
      rescued = model.bottomless(system, solve.current);
    }
    bool small = false;
    if (rescued) {
      if (descent.awaits_confirmation()) descent.confirmation_failed();
      if (!rescue.propose(solve, model, system, small)) return matrix_overflow();
    } else {
      model.propose(system, solve.current, solve.candidate.b.data());
      if (confirmed(solve, descent, system)) return {};
      small = surrogate.step_is_small(solve.current.b.data(), solve.candidate.b.data());
      solve.evaluate(solve.candidate, GramWeight::curvature, small);
    }
    record_system(solve, system);
    if (settle(solve, descent, small, rescued)) return {};
    if (descent.finished()) break;
  }
  return finish_unconverged(solve, descent);
}

}  // namespace robustream

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
    double missed = 0.0;
    if (!rescued || descent.awaits_confirmation()) {
      if (!system.assemble(solve.current.summary.gram(), descent.use_ridge(iteration))) return matrix_overflow();
      rescued = rescued || model.bottomless(system, solve.current);
      missed = gain_missed(solve, descent, system);
    }
    Rescue::Kind kind = Rescue::Kind::majorising;
    if (rescued) {
      kind = rescue.propose(solve, model, system, descent.awaits_confirmation());
      if (kind == Rescue::Kind::overflow) return matrix_overflow();
    } else {
      model.propose(system, solve.current, solve.candidate.b.data());
    }
    if (confirmed(solve, descent, system, missed)) return {};
    bool small = surrogate.step_is_small(solve.current.b.data(), solve.candidate.b.data());
    solve.evaluate(solve.candidate, GramWeight::curvature, small);
    if (kind == Rescue::Kind::stiffened) Rescue::shorten(solve, small);
    record_system(solve, system);
    if (settle(solve, descent, small, rescued)) return {};
    if (descent.finished()) break;
  }
  return finish_unconverged(solve, descent);
}

}  // namespace robustream

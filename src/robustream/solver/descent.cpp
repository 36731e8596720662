// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/descent.hpp>

#include <cstddef>
#include <limits>
#include <utility>

#include <robustream/solver/certificate.hpp>
#include <robustream/solver/line_search.hpp>

namespace robustream {

void Descent::accepted(double step, bool small, bool majorised) {
  if (small) {
    // The step rule holds and the certificate does not: whatever was being done is not enough.
    ridge_ = false;
    majorise_ = !majorised && failures_ > 0;
    if (++failures_ > 12) stalled_ = finished_ = true;
  } else {
    // A Newton model whose step had to be cut to pieces says little about the objective.
    majorise_ = step < 1e-4;
    failures_ = 0;
  }
}

void Descent::rejected(bool majorised) {
  ridge_ = false;
  majorise_ = !majorised;
  if (++failures_ > 3) stalled_ = finished_ = true;
}

Status report_progress(Solve& solve) {
  if (!solve.progress) return {};
  const double objective = solve.surrogate.objective(solve.current.summary, solve.current.b.data());
  if (solve.progress(solve.report.iterations, objective)) return {};
  return {StatusCode::cancelled, "cancelled by the progress callback; the state is as before this batch"};
}

bool assemble_majorizer(Solve& solve, NewtonSystem& system, bool use_ridge) {
  Iterate& scratch = solve.candidate;
  const int slot = scratch.slot;
  scratch.b = solve.current.b;
  scratch.slot = 2;  // the residuals are the same as the current ones; keep both slots as they are
  solve.evaluate(scratch, GramWeight::majorizer, false);
  scratch.slot = slot;
  ++solve.report.majorising_steps;
  return system.assemble(scratch.summary.gram(), use_ridge);
}

void record_system(Solve& solve, const NewtonSystem& system) {
  solve.report.rank = system.rank();
  solve.report.condition = system.condition();
  solve.report.least_norm = solve.report.least_norm || system.singular();
  solve.report.regularised = solve.report.regularised || system.regularised();
}

Status matrix_overflow() {
  return {StatusCode::value_overflow,
          "the Newton matrix holds values beyond float64: rescale the columns of X or the weights"};
}

bool certified(Solve& solve) {
  Iterate& current = solve.current;
  solve.report.kkt = stationarity(solve.surrogate, current.summary, current.b.data(), current.gradient.data());
  return solve.report.kkt <= solve.surrogate.state().options.tol;
}

bool take_step(Solve& solve, Descent& descent, bool majorised) {
  Iterate& current = solve.current;
  Iterate& candidate = solve.candidate;
  const Surrogate& surrogate = solve.surrogate;
  bool small = surrogate.step_is_small(current.b.data(), candidate.b.data());
  solve.evaluate(candidate, GramWeight::curvature, small);
  // At the end of the road differences are rounding; a certified candidate needs no descent.
  if (small && stationarity(surrogate, candidate.summary, candidate.b.data(), candidate.gradient.data()) <=
                   surrogate.state().options.tol) {
    std::swap(current, candidate);
    certified(solve);
    solve.report.converged = true;
    solve.report.termination = Termination::converged;
    return true;
  }
  const LineSearchResult line = search_line(solve.problem, surrogate, current.gradient.data(), current.b.data(),
                                            candidate.b.data(), current.slot, candidate.slot);
  solve.report.backtracks += line.halvings;
  if (!line.accepted) {
    descent.rejected(majorised);
    return false;
  }
  if (line.step < 1.0) {
    for (std::size_t j = 0; j < candidate.b.size(); ++j) {
      candidate.b[j] = current.b[j] + line.step * (candidate.b[j] - current.b[j]);
    }
    small = surrogate.step_is_small(current.b.data(), candidate.b.data());
    solve.evaluate(candidate, GramWeight::curvature, small);
  }
  std::swap(current, candidate);
  if (small && certified(solve)) {
    solve.report.converged = true;
    solve.report.termination = Termination::converged;
    return true;
  }
  descent.accepted(line.step, small, majorised);
  return false;
}

Status finish_unconverged(Solve& solve, const Descent& descent) {
  if (!solve.current.magnitudes || !solve.current.curvature) {
    solve.evaluate(solve.current, GramWeight::curvature, true);
  }
  certified(solve);
  solve.report.converged = false;
  solve.report.termination = descent.stalled() ? Termination::stalled : Termination::iteration_limit;
  // Beyond this the linear systems have no correct digit left: more iterations would not help.
  if (descent.stalled() && solve.report.condition > 0.01 / std::numeric_limits<double>::epsilon()) {
    solve.report.termination = Termination::ill_conditioned;
  }
  return {};
}

}  // namespace robustream

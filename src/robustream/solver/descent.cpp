// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/descent.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <robustream/solver/certificate.hpp>
#include <robustream/solver/line_search.hpp>

namespace robustream {

void Descent::accepted(double step, bool small, bool majorised) {
  certified_ = false;
  if (small) {
    // The step rule holds and the certificate does not: whatever was being done is not enough.
    ridge_ = false;
    majorise_ = !majorised && failures_ > 0;
    if (++failures_ > 12) stalled_ = finished_ = true;
  } else {
    // A Newton model whose step had to be cut to pieces says little about the objective. The reference goes on all the
    // same, and so do we for as long as we follow it.
    majorise_ = step < 1e-4 && !ridge_;
    failures_ = 0;
  }
}

void Descent::confirmation_failed() {
  awaits_confirmation_ = false;
  // The model promises more again and again, and no step finds it.
  if (++unconfirmed_ > 8) stalled_ = finished_ = true;
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

void record_system(Solve& solve, const NewtonSystem& system) {
  solve.report.rank = system.rank();
  solve.report.condition = system.condition();
  solve.report.least_norm = solve.report.least_norm || system.least_norm();
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

namespace {

void converge(Solve& solve) {
  solve.report.converged = true;
  solve.report.termination = Termination::converged;
}

/// A certified iterate ends the solve at once where its gradient is nothing but rounding, else after confirmation.
bool conclude(Solve& solve, Descent& descent) {
  if (solve.report.kkt > 0.0) {
    descent.await_confirmation();
    return false;
  }
  converge(solve);
  return true;
}

}  // namespace

double gain_missed(const Solve& solve, const Descent& descent, const NewtonSystem& system) {
  // Only a certified iterate is asked, whose pass has the magnitudes. An l1 penalty decides along singular directions.
  if (!descent.awaits_confirmation() || solve.surrogate.penalised()) return 0.0;
  std::vector<double> noise(solve.current.b.size());
  gradient_noise(solve.surrogate, solve.current.summary, solve.current.b.data(), noise.data());
  return system.gain_missed(solve.current.gradient.data(), noise.data());
}

bool confirmed(Solve& solve, Descent& descent, const NewtonSystem& system, double missed) {
  if (!descent.awaits_confirmation()) return false;
  descent.confirmation_failed();
  const Surrogate& surrogate = solve.surrogate;
  const auto q = static_cast<std::size_t>(surrogate.parameters());
  const std::vector<double>& b = solve.current.b;
  const std::vector<double>& c = solve.candidate.b;
  std::vector<double> d(q);
  double decrease = -surrogate.penalty_change(b.data(), c.data());
  for (std::size_t j = 0; j < q; ++j) {
    d[j] = c[j] - b[j];
    decrease -= solve.current.gradient[j] * d[j];
  }
  decrease -= 0.5 * dense::quadratic_form(system.matrix(), static_cast<int>(q), d.data(), d.data());
  const double objective = std::fabs(surrogate.objective(solve.current.summary, b.data()));
  // A minimiser of the model cannot raise it: where the sum is negative beyond rounding, the model has no digit left.
  if (!(std::fabs(decrease) + missed <= 1e-5 * surrogate.state().options.tol * objective)) return false;
  --solve.report.iterations;  // looked at and not taken
  converge(solve);
  return true;
}

void shorten_candidate(Solve& solve, double step) {
  const std::vector<double>& b = solve.current.b;
  std::vector<double>& c = solve.candidate.b;
  for (std::size_t j = 0; j < c.size(); ++j) c[j] = b[j] + step * (c[j] - b[j]);
}

bool settle(Solve& solve, Descent& descent, bool small, bool majorised) {
  Iterate& current = solve.current;
  Iterate& candidate = solve.candidate;
  const Surrogate& surrogate = solve.surrogate;
  // At the end of the road differences are rounding; a certified candidate needs no descent.
  if (small && stationarity(surrogate, candidate.summary, candidate.b.data(), candidate.gradient.data()) <=
                   surrogate.state().options.tol) {
    std::swap(current, candidate);
    certified(solve);
    return conclude(solve, descent);
  }
  const LineSearchResult line = search_line(solve);
  solve.report.backtracks += line.halvings;
  if (!line.accepted) {
    descent.rejected(majorised);
    return false;
  }
  if (line.step < 1.0) {
    shorten_candidate(solve, line.step);
    small = surrogate.step_is_small(current.b.data(), candidate.b.data());
    solve.evaluate(candidate, GramWeight::curvature, small);
  }
  std::swap(current, candidate);
  if (small && certified(solve)) return conclude(solve, descent);
  descent.accepted(line.step, small, majorised);
  return false;
}

Status finish_unconverged(Solve& solve, const Descent& descent) {
  if (!solve.current.magnitudes || !solve.current.curvature) {
    solve.evaluate(solve.current, GramWeight::curvature, true);
  }
  certified(solve);
  if (descent.certified()) {
    converge(solve);
    return {};
  }
  solve.report.converged = false;
  solve.report.termination = descent.stalled() ? Termination::stalled : Termination::iteration_limit;
  // Residuals that round to more than the loss can tell apart, or linear systems without a correct digit: more
  // iterations would not help.
  const bool coarse = solve.current.summary.coarse() > 0.0;
  if (descent.stalled() && (coarse || solve.report.condition > 0.01 / std::numeric_limits<double>::epsilon())) {
    solve.report.termination = Termination::ill_conditioned;
  }
  return {};
}

}  // namespace robustream

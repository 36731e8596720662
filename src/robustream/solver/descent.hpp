// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/newton_system.hpp>
#include <robustream/solver/solution.hpp>

namespace robustream {

/// What to try next: plain Newton steps as the reference takes them, until they meet the step rule without a
/// certificate or stop descending; then without the ridge, and with majorising steps in between.
class Descent {
 public:
  explicit Descent(const Options& options) : options_(options) {}

  /// A ridge that dominates some direction makes every step too short; a third of the iterations is enough of that.
  bool use_ridge(int iteration) const { return ridge_ && iteration <= options_.max_iter / 3 + 1; }
  /// The next step is one of solver/rescue.hpp.
  bool majorise() const { return majorise_; }
  bool finished() const { return finished_; }
  bool stalled() const { return stalled_; }

  /// A step of length `step` was accepted; it was small, and its certificate did not hold.
  void accepted(double step, bool small, bool majorised);
  /// The certificate holds: the next system says whether the objective could still fall noticeably.
  void await_confirmation() { awaits_confirmation_ = certified_ = true; }
  bool awaits_confirmation() const { return awaits_confirmation_; }
  void confirmation_failed();
  /// The current iterate met the certificate and the step rules, no better one was found since, and nothing has spoken
  /// against it.
  bool certified() const { return certified_ && unconfirmed_ == 0; }
  /// No step along the direction lowers the objective.
  void rejected(bool majorised);

 private:
  const Options& options_;
  bool ridge_ = true;
  bool majorise_ = false;
  bool stalled_ = false;
  bool finished_ = false;
  bool awaits_confirmation_ = false;
  bool certified_ = false;
  int unconfirmed_ = 0;
  int failures_ = 0;
};

/// Tells the progress callback about the iteration that begins; cancelled when it says stop.
Status report_progress(Solve& solve);

/// Rank, condition and kind of the system in the report.
void record_system(Solve& solve, const NewtonSystem& system);

/// The status for a system that does not fit in float64.
Status matrix_overflow();

/// Moves from solve.current to solve.candidate, which has been evaluated (with magnitudes when the step is `small`), or
/// as far as the objective falls on the way: halving on the residuals, one more read of X where a shorter step was
/// taken. True when the new current iterate is converged (report filled).
bool settle(Solve& solve, Descent& descent, bool small, bool majorised);

/// candidate.b = current.b + step (candidate.b - current.b); not evaluated there.
void shorten_candidate(Solve& solve, double step);

/// Where the certificate holds: true, and converged, when the model promises that the step from solve.current to
/// solve.candidate.b would lower the objective by less than 1e-5 tol of itself. A gradient that is small beside its
/// terms can hide a larger gain where hardly any row has curvature or the terms are huge. `missed` is added to the
/// promise. Reads no X.
bool confirmed(Solve& solve, Descent& descent, const NewtonSystem& system, double missed);

/// What the certified current iterate leaves undone along directions in which its own system is singular.
double gain_missed(const Solve& solve, const Descent& descent, const NewtonSystem& system);

/// Fills the report of a solve that ended without a certificate, with one more read of X where the certificate's
/// value, or the information matrix's curvature, is still missing.
Status finish_unconverged(Solve& solve, const Descent& descent);

/// True when the certificate holds at the current iterate; sets report.kkt. Needs magnitudes.
bool certified(Solve& solve);

}  // namespace robustream

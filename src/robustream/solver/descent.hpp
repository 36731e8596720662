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
  /// The next step is a reweighted least squares step.
  bool majorise() const { return majorise_; }
  bool finished() const { return finished_; }
  bool stalled() const { return stalled_; }

  /// A step of length `step` was accepted; it was small, and its certificate did not hold.
  void accepted(double step, bool small, bool majorised);
  /// No step along the direction lowers the objective.
  void rejected(bool majorised);

 private:
  const Options& options_;
  bool ridge_ = true;
  bool majorise_ = false;
  bool stalled_ = false;
  bool finished_ = false;
  int failures_ = 0;
};

/// Tells the progress callback about the iteration that begins; cancelled when it says stop.
Status report_progress(Solve& solve);

/// The system of a majorising step, reweighted least squares at the current iterate: one more read of X.
bool assemble_majorizer(Solve& solve, NewtonSystem& system, bool use_ridge);

/// Rank, condition and kind of the system in the report.
void record_system(Solve& solve, const NewtonSystem& system);

/// The status for a system that does not fit in float64.
Status matrix_overflow();

/// Goes from solve.current towards solve.candidate.b: one read of X at the full step, halving on the residuals, one
/// more read where a shorter step was taken. True when the new current iterate is converged (report filled).
bool take_step(Solve& solve, Descent& descent, bool majorised);

/// Fills the report of a solve that ended without a certificate, with one more read of X where the certificate's
/// value, or the information matrix's curvature, is still missing.
Status finish_unconverged(Solve& solve, const Descent& descent);

/// True when the certificate holds at the current iterate; sets report.kkt. Needs magnitudes.
bool certified(Solve& solve);

}  // namespace robustream

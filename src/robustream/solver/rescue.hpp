// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/descent.hpp>
#include <robustream/solver/step_model.hpp>

namespace robustream {

/// Steps for where Newton's method has nothing to go by: hardly any residual is below tau, and along some direction no
/// row has curvature. A few majorising steps (iteratively reweighted least squares), which always descend, then a few
/// Newton steps whose matrix gets just enough of the majorising one to be definite, with an exact line search: along a
/// direction without curvature such a step runs until the first rows that stop it, as a simplex step does.
class Rescue {
 public:
  enum class Kind { majorising, stiffened, overflow };

  /// Assembles the next system and writes its step to solve.candidate.b; one read of X, for the majorising matrix.
  /// `stiffened` asks for a step of that kind now. overflow: the systems hold values beyond float64.
  Kind propose(Solve& solve, StepModel& model, NewtonSystem& system, bool stiffened);

  /// After a stiffened step has been evaluated: shortens it to the minimum along its line, with another read of X if
  /// that is not its end. `small` says whether the step meets the step rules.
  static void shorten(Solve& solve, bool& small);

 private:
  int steps_ = 0;
  std::vector<double> matrix_;
};

}  // namespace robustream

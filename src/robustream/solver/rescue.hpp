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
  /// Proposes solve.candidate.b, evaluates it there and shortens the step where that is better; the candidate has a
  /// curvature pass at its final place, with magnitudes when the step is small. Two or three reads of X.
  /// False when the systems hold values beyond float64.
  bool propose(Solve& solve, StepModel& model, NewtonSystem& system, bool& small);

 private:
  int steps_ = 0;
  std::vector<double> matrix_;
};

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <reference/objective.hpp>
#include <reference/solver.hpp>

namespace robustream::reference {

/// How much higher F is at some coefficients than at its minimum over the directions that float64 can tell apart:
/// nobody is blamed for a direction that is lost in the data's last digits.
struct Excess {
  Real absolute = 0;   ///< F(b) - min F, summed from terms that do not cancel
  Real magnitude = 0;  ///< the objective's size at the minimum (Objective::magnitude)
  Real rounding = 0;   ///< rounding_floor at the minimum, the memory's with float64's epsilon
  Solution minimum;    ///< the oracle's answer and its evidence

  Real relative() const { return magnitude > 0 ? absolute / magnitude : absolute; }
  /// At most `tolerance` relative, rounding aside.
  bool within(Real tolerance) const { return absolute <= tolerance * magnitude + rounding; }
};

/// `b` in the problem's coordinates. The oracle starts from b; F is convex, so that proves as much as any start. First
/// by one damped round (solver.hpp), which counts faint directions in part. Where that finds more than 1e-10 relative
/// and there is no penalty, by determined_excess.
Excess objective_excess(const Problem& problem, const Vector& b, Real data_epsilon = double_epsilon);

/// Without a penalty: against the minimum over b + the eigenvectors of the scaled second derivative at b whose
/// eigenvalue is above 16 q eps of the largest. The others are what the library's rank leaves out, at its threshold q
/// eps.
Excess determined_excess(const Problem& problem, const Vector& b, Real data_epsilon = double_epsilon);

}  // namespace robustream::reference

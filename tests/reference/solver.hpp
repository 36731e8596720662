// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <reference/problem.hpp>

namespace robustream::reference {

/// A minimiser of a problem, with the evidence that it is one.
struct Solution {
  Vector coefficients;  ///< the problem's coordinates
  Real kkt = 0;         ///< stationarity with long double's epsilon
  Real promised = 0;    ///< by how much the quadratic model at the end still promises to lower F
  Real magnitude = 0;   ///< Objective::magnitude at the end
  int iterations = 0;
  int rounds = 0;          ///< proximal rounds
  bool certified = false;  ///< the last round: kkt at most 1e-12, or promised at most 1e-20 F, or F is only rounding
};

/// Directions whose second derivative is below this share of the largest count as undetermined: float64 cannot hold a
/// Gram matrix that tells them apart. `parameters` times float64's epsilon, as for the library's rank.
Real undetermined(const Problem& problem);

/// Minimises F. Each round minimises F + share/2 |b - centre|^2 (scaled by the majoriser's diagonal), exactly, from the
/// round before's answer as centre: Newton steps with the exact generalised second derivative and exact line searches,
/// helped by steps of reweighted least squares. F is convex: any path is right, and `start` (zeros if empty) only
/// decides how long it is. Where the minimiser is not unique, or all but, it is one near the start. One round with
/// share = undetermined(problem) finds the minimum over the directions that float64 can tell apart.
Solution solve(const Problem& problem, const Vector& start = {}, int rounds = 30, Real share = 1e-16L);

}  // namespace robustream::reference

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <limits>

#include <reference/problem.hpp>

namespace robustream::reference {

/// r = y - Zb
Vector residuals(const Problem& problem, const Vector& b);

/// The four parts of F at b; see Problem.
struct Objective {
  Real loss = 0;     ///< sum w rho(r) / N
  Real memory = 0;   ///< (b - b0)' J (b - b0) / (2N)
  Real linear = 0;   ///< -s'b, without the intercept's shift (s is 0 there)
  Real penalty = 0;  ///< sum lambda_j |b_j|

  Real proximal = 0;  ///< the solver's own term, see Problem

  Real total() const { return loss + memory + linear + penalty + proximal; }
  /// What a relative difference of objectives is relative to: the linear part may cancel the others, and the proximal
  /// part is not the problem's.
  Real magnitude() const { return loss + std::fabs(memory) + std::fabs(linear) + penalty; }
};
Objective objective(const Problem& problem, const Vector& b);

/// Gradient of the smooth part, l1 left out: (-Z' w psi(r) + J (b - b0)) / N - s.
Vector gradient(const Problem& problem, const Vector& b);

/// Z' diag(w c(r)) Z: what the batch adds to the information matrix.
Matrix information_gain(const Problem& problem, const Vector& b);

/// The loss's true second derivative where it has one: rows within tau count, others do not; plus J, over N.
Matrix generalised_hessian(const Problem& problem, const Vector& residual);
/// The same with weights min(1, tau / |r|): a quadratic upper bound of F that touches it at b (reweighted least
/// squares).
Matrix majorising_hessian(const Problem& problem, const Vector& residual);

/// F(c) - F(b) without subtracting objectives: the gradient at b along c - b, plus terms that are each at least 0. When
/// b is a minimiser, all of it is.
Real objective_difference(const Problem& problem, const Vector& b, const Vector& c);

/// An F that is all rounding: sum w rho(4 data_epsilon (tau + |y| + |z|'|b|)) / N, and |b - b0|' |J| |b - b0| / N times
/// memory_epsilon. Smaller values of F mean nothing (an exact fit).
Real rounding_floor(const Problem& problem, const Vector& b, Real data_epsilon, Real memory_epsilon);

/// Machine epsilons of the element types, as Real.
constexpr Real double_epsilon = static_cast<Real>(std::numeric_limits<double>::epsilon());
constexpr Real float_epsilon = static_cast<Real>(std::numeric_limits<float>::epsilon());

}  // namespace robustream::reference

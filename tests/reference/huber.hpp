// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

/// The oracle: what the library must compute, written as plainly as possible. Plain loops in long double, no Kokkos, no
/// BLAS, nothing of the library. Where both agree, two independent programs agree.
namespace robustream::reference {

using Real = long double;

/// Huber's loss of one residual.
inline Real rho(Real r, Real tau) {
  const Real size = std::fabs(r);
  return size <= tau ? r * r / 2 : tau * size - tau * tau / 2;
}

/// The score, rho'.
inline Real psi(Real r, Real tau) { return std::clamp(r, -tau, tau); }

/// The smoothed second derivative: 1 inside, 0 outside, a ramp of half width `bandwidth` around tau. It enters Newton's
/// matrix and the information matrix, never the objective.
inline Real curvature(Real r, Real tau, Real bandwidth) {
  return std::clamp(Real(0.5) + (tau - std::fabs(r)) / (2 * bandwidth), Real(0), Real(1));
}

/// rho(r - z) - rho(r) + psi(r) z without subtracting losses: the loss left over by its tangent when the prediction
/// moves by z. Never negative.
inline Real bregman(Real r, Real z, Real tau) {
  const Real moved = r - z;
  if (std::fabs(r) <= tau && std::fabs(moved) <= tau) return z * z / 2;
  const Real before = psi(r, tau), after = psi(moved, tau);
  return (after - before) * (moved - (after + before) / 2);
}

}  // namespace robustream::reference

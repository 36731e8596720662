// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Kokkos_Core.hpp>

namespace robustream {

/// Huber's loss on one residual, in the units of y; Huber (1964), and Jiang, Liang and Yu (2024) for the curvature.
/// This file is the only place of these formulas.
struct Huber {
  double tau;        ///< threshold, > 0
  double bandwidth;  ///< half width of the curvature's transition, in (0, tau]

  /// r^2/2 for |r| <= tau, else tau |r| - tau^2/2. Never overflows before tau |r| does.
  KOKKOS_INLINE_FUNCTION double rho(double r) const {
    const double a = r < 0 ? -r : r;
    return a <= tau ? 0.5 * a * a : tau * (a - 0.5 * tau);
  }
  /// Derivative of rho: r clipped to [-tau, tau].
  KOKKOS_INLINE_FUNCTION double psi(double r) const { return r > tau ? tau : (r < -tau ? -tau : r); }

  /// Smoothed second derivative, from 1 at |r| <= tau - bandwidth down to 0 at |r| >= tau + bandwidth. It enters the
  /// Newton matrix and the information matrix, never the score.
  KOKKOS_INLINE_FUNCTION double curvature(double r) const {
    const double a = r < 0 ? -r : r;
    const double c = 0.5 + (tau - a) / (2.0 * bandwidth);
    return c > 1.0 ? 1.0 : (c > 0.0 ? c : 0.0);
  }
  /// Second derivative itself: 1 inside, 0 outside.
  KOKKOS_INLINE_FUNCTION double sharp_curvature(double r) const { return (r < 0 ? -r : r) <= tau ? 1.0 : 0.0; }

  /// psi(r) / r, the weight of iteratively reweighted least squares: that quadratic lies above rho and touches it at r.
  KOKKOS_INLINE_FUNCTION double majorizer(double r) const {
    const double a = r < 0 ? -r : r;
    return a <= tau ? 1.0 : tau / a;
  }

  /// Bregman distance rho(c) - rho(b) - psi(b) (c - b) of two residuals, without subtracting losses: each term is a
  /// product of differences, so one residual of 1e300 does not drown the others. psi_b, psi_c are psi(b), psi(c).
  KOKKOS_INLINE_FUNCTION static double bregman(double c, double psi_c, double psi_b) {
    return (psi_c - psi_b) * (c - 0.5 * (psi_c + psi_b));
  }
};

}  // namespace robustream

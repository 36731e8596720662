// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>

// Where compilers' vectors of doubles go through these formulas (kernels/host/tile.inl) they are host code: device
// compilers know no such vectors.
#ifndef ROBUSTREAM_LOSS_FUNCTION
#include <Kokkos_Macros.hpp>
#define ROBUSTREAM_LOSS_FUNCTION KOKKOS_FORCEINLINE_FUNCTION
#endif

namespace robustream {

/// Huber's loss on one residual, in the units of y; Huber (1964), and Jiang, Liang and Yu (2024) for the curvature.
/// This file is the only place of these formulas.
///
/// `Real` is double, or a compiler's vector of doubles: each formula is then evaluated for several rows at a time.
struct Huber {
  double tau;        ///< threshold, > 0
  double bandwidth;  ///< half width of the curvature's transition, in (0, tau]

  /// r^2/2 for |r| <= tau, else tau |r| - tau^2/2. Never overflows before tau |r| does.
  template <class Real> ROBUSTREAM_LOSS_FUNCTION Real rho(Real r) const {
    const Real a = absolute(r);
    return a <= tau ? 0.5 * a * a : tau * (a - 0.5 * tau);
  }
  /// Derivative of rho: r clipped to [-tau, tau].
  template <class Real> ROBUSTREAM_LOSS_FUNCTION Real psi(Real r) const {
    const Real limit = Real{} + tau;
    const Real below = r > limit ? limit : r;
    return below < -limit ? -limit : below;
  }

  /// Smoothed second derivative, from 1 at |r| <= tau - bandwidth down to 0 at |r| >= tau + bandwidth. It enters the
  /// Newton matrix and the information matrix, never the score.
  template <class Real> ROBUSTREAM_LOSS_FUNCTION Real curvature(Real r) const {
    const Real c = 0.5 + (tau - absolute(r)) / (2.0 * bandwidth);
    const Real zero = Real{};
    const Real one = zero + 1.0;
    const Real below = c > one ? one : c;
    return below > zero ? below : zero;
  }
  /// psi(r) / r, the weight of iteratively reweighted least squares: that quadratic lies above rho and touches it at r.
  template <class Real> ROBUSTREAM_LOSS_FUNCTION Real majorizer(Real r) const {
    const Real a = absolute(r);
    const Real one = Real{} + 1.0;
    return a <= tau ? one : tau / a;
  }

  /// Bregman distance rho(c) - rho(b) - psi(b) (c - b) of two residuals, without subtracting losses: each term is a
  /// product of differences, so one residual of 1e300 does not drown the others. psi_b, psi_c are psi(b), psi(c).
  template <class Real> ROBUSTREAM_LOSS_FUNCTION static Real bregman(Real c, Real psi_c, Real psi_b) {
    return (psi_c - psi_b) * (c - 0.5 * (psi_c + psi_b));
  }

 private:
  template <class Real> ROBUSTREAM_LOSS_FUNCTION static Real absolute(Real r) {
    static_assert(!std::is_integral_v<Real>, "Huber: residuals are doubles; write 3.0, not 3");
    return r < 0 ? -r : r;
  }
};

}  // namespace robustream

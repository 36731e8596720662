// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/summary.hpp>
#include <robustream/solver/surrogate.hpp>

namespace robustream {

/// How far b is from a minimiser, free of units (docs/design.md section 2):
///   max_j max(0, distance_j - floor_j) / (sum w min(tau,|r|) |z_j| / N + (|J| |b - b0|)_j / N + floor_j + lambda_j),
/// distance_j = |g_j|, or for a penalised entry the distance of g_j from -lambda_j times the subgradient of |b_j|;
/// floor_j = 2 eps sum w |z_j| (|y| + |z|'|b|) / N, over rows that are not clipped, is what rounding of the residuals
/// alone does to g_j: below it a gradient says nothing. Rows whose rounding is above 1e-9 tau are left out of it, so
/// that it never forgives more than that. 0 at a minimiser, about 1 far away. `pass` is one at b that was asked for
/// magnitudes; g the smooth part's gradient there. No allocation.
double stationarity(const Surrogate& surrogate, const Summary& pass, const double* b, const double* g);

/// noise[j]: what rounding may have done to g_j, floor_j and a few eps of the terms that were added up. `pass` as
/// above.
void gradient_noise(const Surrogate& surrogate, const Summary& pass, const double* b, double* noise);

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <reference/objective.hpp>

namespace robustream::reference {

/// Stationarity of b (kkt in docs/design.md section 2): the largest gradient entry, relative to the terms that it is
/// the sum of and to what rounding with `epsilon` does to them. 0 at a minimiser, at most 1 at any b; with l1 the
/// gradient counts by its distance from -lambda_j sign(b_j), or from [-lambda_j, lambda_j] where b_j is 0. The
/// coordinates are the problem's. `forgiven` times the rounding of a gradient entry, epsilon sum w |z_j| (|y| +
/// |z|'|b|) / N, is taken off its distance first.
Real stationarity(const Problem& problem, const Vector& b, Real epsilon = double_epsilon, Real forgiven = 0);

/// Distance of -gradient[j] from the subgradients of lambda_j |b_j|.
Real subgradient_distance(Real gradient, Real lambda, Real b);

}  // namespace robustream::reference

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <reference/linear_algebra.hpp>

namespace robustream::reference {

/// The minimiser v of g'(v - b) + (v - b)' H (v - b) / 2 + sum_j lambda_j |v_j| for a positive definite H, found
/// exactly (up to rounding) by an active-set method that starts at b. Without penalties: one linear solve. Entries that
/// are zero at the minimiser are exactly zero. False if H is not numerically positive definite.
bool minimise_penalised_quadratic(const Matrix& h, const Vector& g, const Vector& lambda, const Vector& b, Vector& v);

}  // namespace robustream::reference

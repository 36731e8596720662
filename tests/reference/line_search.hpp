// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <reference/problem.hpp>

namespace robustream::reference {

/// The t >= 0 that minimises F(b + t d) exactly: F is piecewise quadratic along a line, so the breakpoints are sorted,
/// the piece with the change of sign of F' is found by bisection, and F' is linear on it. 0 if d does not descend.
Real minimise_along(const Problem& problem, const Vector& residual, const Vector& b, const Vector& d);

}  // namespace robustream::reference

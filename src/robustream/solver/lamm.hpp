// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/solution.hpp>

namespace robustream {

/// Minimises the surrogate with its l1 penalty by proximal gradient steps in the user's coordinates, with the step
/// bound phi doubled until the quadratic upper bound holds (local adaptive majorise-minimise, as the reference
/// implementation takes them). Converged needs a certificate of 10 tol; where the method stops without it, proximal
/// Newton goes on and the report says so. On entry solve.current is the start with a pass. Leaves and returns what
/// solve_newton does. One read of X for each candidate that the history's curvature alone does not rule out.
Status solve_lamm(Solve& solve);

}  // namespace robustream

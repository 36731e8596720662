// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/solution.hpp>

namespace robustream {

/// Minimises the surrogate without a penalty by Newton's method with step halving, one read of X an iteration
/// (docs/design.md section 1 `none` and section 2). On entry solve.current is the start with a curvature pass; on
/// return solve.current is the answer with a pass that has curvature and magnitudes, and the report's iteration fields
/// are filled. cancelled, value_overflow, or ok - also without convergence.
Status solve_newton(Solve& solve);

}  // namespace robustream

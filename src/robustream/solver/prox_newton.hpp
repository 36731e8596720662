// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/solution.hpp>

namespace robustream {

/// Minimises the surrogate with its l1 penalty: each iteration minimises the quadratic model plus the penalty exactly
/// (solver/lasso_model.hpp, q x q, no data) and reads X once at the result. On entry solve.current is the start with a
/// curvature pass; iterations are counted on from report.iterations. Leaves and returns what solve_newton does.
Status solve_prox_newton(Solve& solve);

}  // namespace robustream

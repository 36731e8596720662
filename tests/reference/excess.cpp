// SPDX-License-Identifier: BSD-3-Clause
#include <reference/excess.hpp>

#include <reference/objective.hpp>

namespace robustream::reference {

Excess objective_excess(const Problem& problem, const Vector& b) {
  Excess result;
  result.minimum = solve(problem, b, 1, undetermined(problem));
  const Vector& best = result.minimum.coefficients;
  result.absolute = objective_difference(problem, best, b);
  result.magnitude = objective(problem, best).magnitude();
  result.rounding = rounding_floor(problem, best);
  return result;
}

}  // namespace robustream::reference

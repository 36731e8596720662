// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include <robustream/solver/batch_problem.hpp>
#include <robustream/solver/surrogate.hpp>

namespace robustream {

/// What a line search found.
struct LineSearchResult {
  bool accepted = false;
  double step = 0.0;  ///< 1, 1/2, 1/4, ...
  int halvings = 0;
};

/// Halves the step from b towards c until F does not rise: F(b + t (c - b)) - F(b) <= 0 up to its own rounding, with
/// the difference formed as g'd + Bregman distance + penalty's change, never from two losses. Slots `from` and `to`
/// hold the residuals at b and c; X is not read. Gives up below 1e-8, as the reference does.
LineSearchResult search_line(BatchProblem& problem, const Surrogate& surrogate, const double* g, const double* b,
                             const double* c, int from, int to);

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/solution.hpp>

namespace robustream {

/// What a line search found.
struct LineSearchResult {
  bool accepted = false;
  double step = 0.0;  ///< 1, 1/2, 1/4, ...
  int halvings = 0;
};

/// Halves the step from b = solve.current.b towards c = solve.candidate.b until F does not rise: F(b + t (c - b)) -
/// F(b)
/// <= 0 up to its own rounding, with the difference formed as g'd + Bregman distance + penalty's change, never from two
/// losses. Both iterates have been evaluated; their residuals are read, X is not. Gives up below 1e-8, as the reference
/// does.
LineSearchResult search_line(Solve& solve);

/// The step in [0, 1] that minimises F along the same line, to rounding, by its derivative; 0 when F does not fall.
/// About 20 sweeps over the residuals; for directions whose length says nothing.
double minimise_line(Solve& solve);

}  // namespace robustream

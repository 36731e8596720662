// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/line_search.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

namespace robustream {

LineSearchResult search_line(BatchProblem& problem, const Surrogate& surrogate, const double* g, const double* b,
                             const double* c, int from, int to) {
  const int q = surrogate.parameters();
  std::vector<double> d(static_cast<std::size_t>(q)), trial(static_cast<std::size_t>(q));
  double slope = 0.0;
  for (int j = 0; j < q; ++j) {
    d[static_cast<std::size_t>(j)] = c[j] - b[j];
    slope += g[j] * (c[j] - b[j]);
  }
  const double history = surrogate.history(d.data());
  LineSearchResult result;
  for (double step = 1.0; step >= 1e-8; step *= 0.5) {
    double penalty = 0.0;
    if (surrogate.penalised()) {
      for (int j = 0; j < q; ++j) trial[static_cast<std::size_t>(j)] = b[j] + step * d[static_cast<std::size_t>(j)];
      penalty = surrogate.penalty_change(b, trial.data());
    }
    const double bregman = problem.bregman(surrogate.loss(), from, to, step) / surrogate.weight_sum();
    const double change = step * slope + penalty + bregman + step * step * history;
    const double rounding = std::numeric_limits<double>::epsilon() *
                            (std::fabs(step * slope) + std::fabs(penalty) + bregman + step * step * history);
    if (change <= rounding) {
      result.accepted = true;
      result.step = step;
      return result;
    }
    ++result.halvings;
  }
  return result;
}

}  // namespace robustream

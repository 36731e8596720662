// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/line_search.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace robustream {

LineSearchResult search_line(Solve& solve) {
  const Surrogate& surrogate = solve.surrogate;
  const int q = surrogate.parameters();
  const double* const b = solve.current.b.data();
  const double* const c = solve.candidate.b.data();
  const double* const g = solve.current.gradient.data();
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
    const double bregman = solve.problem.bregman(surrogate.loss(), solve.current.slot, solve.candidate.slot, step) /
                           surrogate.weight_sum();
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

namespace {

/// Derivative of F along the step from solve.current to solve.candidate.
class Slope {
 public:
  explicit Slope(Solve& solve) : solve_(solve), surrogate_(solve.surrogate), d_(solve.current.b.size()) {
    const std::vector<double>& b = solve.current.b;
    for (std::size_t j = 0; j < d_.size(); ++j) d_[j] = solve.candidate.b[j] - b[j];
    history_ = 2.0 * surrogate_.history(d_.data());
    // Everything of the gradient at b that is not the batch's loss.
    constant_ = -batch(0.0);
    for (std::size_t j = 0; j < d_.size(); ++j) constant_ += solve.current.gradient[j] * d_[j];
  }
  double at(double step) const {
    double slope = batch(step) + constant_ + step * history_;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      const double lambda = surrogate_.penalty(static_cast<int>(j));
      if (lambda == 0.0 || d_[j] == 0.0) continue;
      const double c = solve_.current.b[j] + step * d_[j];
      slope += c != 0.0 ? std::copysign(lambda, c) * d_[j] : lambda * std::fabs(d_[j]);
    }
    return slope;
  }

 private:
  double batch(double step) const {
    return solve_.problem.slope_along(surrogate_.loss(), solve_.current.slot, solve_.candidate.slot, step) /
           surrogate_.weight_sum();
  }
  Solve& solve_;
  const Surrogate& surrogate_;
  std::vector<double> d_;
  double history_ = 0.0;
  double constant_ = 0.0;
};

}  // namespace

double minimise_line(Solve& solve) {
  const Slope slope(solve);
  const double start = slope.at(0.0);
  if (!(start < 0.0)) return 0.0;
  double high = 1.0;
  double high_slope = slope.at(high);
  if (!(high_slope > 0.0)) return std::isfinite(high_slope) ? high : 0.0;
  // The minimum may be many decades below the whole step: halve the exponents first, then the interval.
  double low = 1e-30;
  double low_slope = start;
  for (int k = 0; k < 100 && high - low > 1e-15 * high; ++k) {
    double middle = std::sqrt(low) * std::sqrt(high);
    if (high < 4.0 * low) {
      middle = low + (high - low) * std::clamp(low_slope / (low_slope - high_slope), 0.05, 0.95);
    }
    const double middle_slope = slope.at(middle);
    if (std::fabs(middle_slope) <= 1e-14 * -start) return middle;
    (middle_slope > 0.0 ? high : low) = middle;
    (middle_slope > 0.0 ? high_slope : low_slope) = middle_slope;
  }
  return low;
}

}  // namespace robustream

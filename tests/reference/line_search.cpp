// SPDX-License-Identifier: BSD-3-Clause
#include <reference/line_search.hpp>

#include <algorithm>

namespace robustream::reference {
namespace {

/// F'(b + t d) along d from one side; the l1 part jumps where a coefficient crosses zero.
class Slope {
 public:
  Slope(const Problem& problem, const Vector& residual, const Vector& b, const Vector& d)
      : problem_(problem), residual_(residual), b_(b), d_(d), along_(problem.rows(), 0) {
    for (std::size_t i = 0; i < problem.rows(); ++i) {
      for (std::size_t j = 0; j < d.size(); ++j) along_[i] += problem.z(i, j) * d[j];
    }
    const Vector jd = multiply(problem.information, d);
    memory_slope_ = dot(jd, subtract(b, problem.previous)) / problem.total_weight;
    memory_curvature_ = dot(jd, d) / problem.total_weight;
    for (std::size_t j = 0; j < problem.proximal_weight.size(); ++j) {
      memory_slope_ += problem.proximal_weight[j] * (b[j] - problem.proximal_centre[j]) * d[j];
      memory_curvature_ += problem.proximal_weight[j] * d[j] * d[j];
    }
  }

  Real operator()(Real t, bool from_right) const {
    const Real tau = problem_.options.tau;
    Real sum = 0;
    for (std::size_t i = 0; i < along_.size(); ++i) {
      sum -= problem_.w[i] * psi(residual_[i] - t * along_[i], tau) * along_[i];
    }
    sum = sum / problem_.total_weight + memory_slope_ + t * memory_curvature_;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      sum -= problem_.linear[j] * d_[j];
      if (problem_.lambda[j] == 0 || d_[j] == 0) continue;
      // The side of zero just after (or before) t; -b/d as in breakpoints(), so that a kink is met exactly.
      const Real kink = -b_[j] / d_[j];
      const bool after = t > kink || (t == kink && from_right);
      sum += problem_.lambda[j] * (after ? std::fabs(d_[j]) : -std::fabs(d_[j]));
    }
    return sum;
  }

  std::vector<Real> breakpoints() const {
    std::vector<Real> points;
    for (std::size_t i = 0; i < along_.size(); ++i) {
      if (problem_.w[i] == 0 || along_[i] == 0) continue;
      for (const Real edge : {problem_.options.tau, -problem_.options.tau}) {
        const Real t = (residual_[i] - edge) / along_[i];
        if (t > 0 && std::isfinite(t)) points.push_back(t);
      }
    }
    for (std::size_t j = 0; j < d_.size(); ++j) {
      const Real t = d_[j] == 0 ? 0 : -b_[j] / d_[j];
      if (problem_.lambda[j] != 0 && t > 0 && std::isfinite(t)) points.push_back(t);
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
  }

 private:
  const Problem& problem_;
  const Vector &residual_, &b_, &d_;
  Vector along_;
  Real memory_slope_ = 0, memory_curvature_ = 0;
};

/// The zero of a linear function with these values at the ends of [left, right], value_left < 0.
Real zero_between(Real left, Real value_left, Real right, Real value_right) {
  const Real rise = value_right - value_left;
  return rise > 0 ? left - (right - left) * value_left / rise : left;
}

}  // namespace

Real minimise_along(const Problem& problem, const Vector& residual, const Vector& b, const Vector& d) {
  const Slope slope(problem, residual, b, d);
  if (!(slope(0, true) < 0)) return 0;
  const std::vector<Real> points = slope.breakpoints();
  // The first breakpoint after which F does not fall.
  const auto turn = std::partition_point(points.begin(), points.end(), [&](Real t) { return slope(t, true) < 0; });
  const Real left = turn == points.begin() ? 0 : *(turn - 1);
  const Real value_left = slope(left, true);
  if (turn == points.end()) {
    const Real beyond = 2 * left + 1;
    return zero_between(left, value_left, beyond, slope(beyond, false));
  }
  const Real value_turn = slope(*turn, false);
  return value_turn <= 0 ? *turn : zero_between(left, value_left, *turn, value_turn);
}

}  // namespace robustream::reference

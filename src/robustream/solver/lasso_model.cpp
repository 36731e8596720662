// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/lasso_model.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace robustream {
namespace {

double soft_threshold(double value, double threshold) {
  if (value > threshold) return value - threshold;
  if (value < -threshold) return value + threshold;
  return 0.0;
}

}  // namespace

LassoModel::LassoModel(int q) : q_(q), gradient_(static_cast<std::size_t>(q)), diagonal_(static_cast<std::size_t>(q)) {}

void LassoModel::refresh(const double* h, const double* g, const double* b, const double* c) {
  const auto n = static_cast<std::size_t>(q_);
  std::copy(g, g + n, gradient_.begin());
  for (std::size_t j = 0; j < n; ++j) {
    const double d = c[j] - b[j];
    if (d == 0.0) continue;
    for (std::size_t i = 0; i < n; ++i) gradient_[i] += h[j * n + i] * d;
  }
}

void LassoModel::sweep(const double* h, const double* lambda, double* c) {
  const auto n = static_cast<std::size_t>(q_);
  for (std::size_t j = 0; j < n; ++j) {
    const double a = diagonal_[j];
    if (!(a > 0.0)) continue;
    const double moved = soft_threshold(c[j] - gradient_[j] / a, lambda[j] / a);
    const double d = moved - c[j];
    if (d == 0.0) continue;
    c[j] = moved;
    for (std::size_t i = 0; i < n; ++i) gradient_[i] += h[j * n + i] * d;
  }
}

double LassoModel::violation(const double* lambda, const double* c) const {
  double worst = 0.0;
  double scale = 0.0;
  for (int j = 0; j < q_; ++j) {
    if (!(diagonal_[j] > 0.0)) continue;
    double v = std::fabs(gradient_[j]);
    if (lambda[j] > 0.0) {
      v = c[j] != 0.0 ? std::fabs(gradient_[j] + std::copysign(lambda[j], c[j])) : std::max(0.0, v - lambda[j]);
    }
    // In units of the entry's own step, so that columns of different size count alike.
    worst = std::max(worst, v / std::sqrt(diagonal_[j]));
    const double size = std::fabs(gradient_[j]) + lambda[j] + std::fabs(c[j]) * diagonal_[j];
    scale = std::max(scale, size / std::sqrt(diagonal_[j]));
  }
  return scale > 0.0 ? worst / scale : 0.0;
}

LassoModel::Active LassoModel::solve_active(const double* h, const double* lambda, const double* b, const double* g,
                                            double* c) {
  const auto n = static_cast<std::size_t>(q_);
  active_.clear();
  for (int j = 0; j < q_; ++j) {
    if (diagonal_[j] > 0.0 && (c[j] != 0.0 || lambda[j] == 0.0)) active_.push_back(j);
  }
  const std::size_t m = active_.size();
  if (m == 0) return Active::solved;
  matrix_.resize(m * m);
  right_.resize(m);
  for (std::size_t k = 0; k < m; ++k) {
    const auto j = static_cast<std::size_t>(active_[k]);
    for (std::size_t i = 0; i < m; ++i) matrix_[k * m + i] = h[j * n + static_cast<std::size_t>(active_[i])];
    right_[k] = -gradient_[j] - (lambda[j] > 0.0 ? std::copysign(lambda[j], c[j]) : 0.0);
  }
  // A singular matrix gets just enough on its diagonal: the step is then long along its null space, as it should be,
  // since only the penalty changes there and the first entry to reach zero ends it.
  double extra = 1e-13;
  while (!cholesky_.factor(matrix_.data(), static_cast<int>(m)) || cholesky_.condition() > 1e14) {
    if (extra > 1e-2) return Active::singular;
    for (std::size_t k = 0; k < m; ++k) {
      matrix_[k * m + k] += extra * h[static_cast<std::size_t>(active_[k]) * (n + 1)];
    }
    extra *= 10.0;
  }
  cholesky_.solve(right_.data(), right_.data());
  // Along this direction the model falls until the minimiser on these signs, or until the first entry reaches zero.
  double length = 1.0;
  std::size_t blocking = m;
  for (std::size_t k = 0; k < m; ++k) {
    const int j = active_[k];
    if (lambda[j] > 0.0 && right_[k] * c[j] < 0.0 && -c[j] / right_[k] < length) {
      length = -c[j] / right_[k];
      blocking = k;
    }
  }
  for (std::size_t k = 0; k < m; ++k) c[active_[k]] += length * right_[k];
  if (blocking < m) c[active_[blocking]] = 0.0;
  refresh(h, g, b, c);
  return blocking == m ? Active::solved : Active::dropped_one;
}

bool LassoModel::minimise(const double* h, const double* g, const double* b, const double* lambda, double* c) {
  const auto n = static_cast<std::size_t>(q_);
  for (std::size_t j = 0; j < n; ++j) diagonal_[j] = h[j * n + j];
  std::copy(b, b + n, c);
  refresh(h, g, b, c);
  double best = violation(lambda, c);
  for (int round = 0; round < 60 + 4 * q_; ++round) {
    sweep(h, lambda, c);
    // Exact solves for as long as entries drop out one after the other.
    while (solve_active(h, lambda, b, g, c) == Active::dropped_one) {
    }
    const double now = violation(lambda, c);
    if (now <= 1e-14) return true;
    // At the floor of rounding further rounds change nothing.
    if (now <= 1e-10 && now >= 0.5 * best) return true;
    best = std::min(best, now);
  }
  return best <= 1e-10;
}

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/newton_system.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace robustream {

NewtonSystem::NewtonSystem(const Surrogate& surrogate) : surrogate_(surrogate), q_(surrogate.parameters()) {
  const auto n = static_cast<std::size_t>(q_);
  matrix_.resize(n * n);
  ridged_.resize(n * n);
}

void NewtonSystem::add_ridge(std::vector<double>& matrix) const {
  // ridge |T^-1 d|^2, T^-1 taking standardised coefficients to the user's: a diagonal, and the intercept's row
  // (-centre_j / scale_j ..., 1) once more as an outer product.
  const State& state = surrogate_.state();
  const double ridge = state.options.ridge;
  const Standardization& s = state.standardization;
  const auto n = static_cast<std::size_t>(q_);
  const auto p = static_cast<std::size_t>(state.features);
  for (std::size_t j = 0; j < p; ++j) matrix[j * n + j] += ridge / (s.scale[j] * s.scale[j]);
  if (!state.options.fit_intercept) return;
  const auto entry = [&](std::size_t j) { return j < p ? -s.centre[j] / s.scale[j] : 1.0; };
  for (std::size_t j = 0; j < n; ++j) {
    const double right = ridge * entry(j);
    if (right == 0.0) continue;
    for (std::size_t i = 0; i < n; ++i) matrix[j * n + i] += entry(i) * right;
  }
}

void NewtonSystem::map_to_user() {
  const State& state = surrogate_.state();
  const Standardization& s = state.standardization;
  const auto n = static_cast<std::size_t>(q_);
  const auto p = static_cast<std::size_t>(state.features);
  user_map_.assign(n * n, 0.0);
  const bool user = state.options.ridge > 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    user_map_[j * n + j] = user && j < p ? 1.0 / s.scale[j] : 1.0;
    if (user && j < p && state.options.fit_intercept) user_map_[j * n + p] = -s.centre[j] / s.scale[j];
  }
}

bool NewtonSystem::assemble(const double* gram, bool use_ridge) {
  const State& state = surrogate_.state();
  const auto size = static_cast<std::size_t>(q_) * static_cast<std::size_t>(q_);
  const double n = surrogate_.weight_sum();
  for (std::size_t k = 0; k < size; ++k) matrix_[k] = (gram[k] + state.information_matrix[k]) / n;
  ridged_ = matrix_;
  ridge_in_use_ = use_ridge && state.options.ridge > 0.0;
  singular_ = regularised_ = false;
  rank_ = q_;

  if (ridge_in_use_) {
    add_ridge(ridged_);
    ridge_size_ = 0.0;
    const auto q = static_cast<std::size_t>(q_);
    for (std::size_t j = 0; j < q; ++j) {
      const double ridge = ridged_[j * q + j] - matrix_[j * q + j];
      const double diagonal = matrix_[j * q + j];
      if (ridge > 0.0) ridge_size_ = std::max(ridge_size_, diagonal > 0.0 ? ridge / diagonal : HUGE_VAL);
    }
    // Far better conditioned than the ridge could make it: then H alone is, too, and one factorisation says all.
    const bool dominates = ridge_size_ > state.options.max_iter && std::isfinite(ridge_size_);
    if (dominates) {
      // Each step would cover less than 1 / max_iter of the way in some direction: never the answer.
      ridged_ = matrix_;
      ridge_in_use_ = false;
    } else if (cholesky_.factor(ridged_.data(), q_)) {
      condition_ = cholesky_.condition();
      if (condition_ * ridge_size_ * q_ < 0.01) return true;
    }
  }
  const double limit = 0.1 / (q_ * std::numeric_limits<double>::epsilon());
  bool definite = cholesky_.factor(matrix_.data(), q_);
  condition_ = cholesky_.condition();
  if (!definite || condition_ > limit) {
    // At the edge of float64 only the spectrum tells rank from ill condition.
    if (!spectral_.factor(matrix_.data(), q_)) return false;
    rank_ = spectral_.rank();
    singular_ = rank_ < q_ || !definite;
    if (singular_) {
      condition_ = std::numeric_limits<double>::infinity();
      // As the reference does, for as long as the ridge can make up for what is missing.
      regularised_ = ridge_in_use_ && cholesky_.factor(ridged_.data(), q_);
      if (!regularised_) map_to_user();
      return true;
    }
  }
  return !ridge_in_use_ || cholesky_.factor(ridged_.data(), q_);
}

bool NewtonSystem::misses(const double* g) const { return least_norm() && spectral_.outside_range(g) > 1e-8; }

void NewtonSystem::solve(const double* g, double* d) const {
  if (least_norm()) {
    spectral_.least_norm(g, user_map_.data(), q_, d);
  } else {
    cholesky_.solve(g, d);
  }
}

}  // namespace robustream

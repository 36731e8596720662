// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/certificate.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace robustream {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// (|J| |b - b0|)_j / N.
double history_size(const Surrogate& surrogate, const double* b, int j) {
  const State& state = surrogate.state();
  const int q = surrogate.parameters();
  const double* const column = state.information_matrix.data() + static_cast<std::size_t>(j) * q;
  double size = 0.0;
  for (int i = 0; i < q; ++i) size += std::fabs(column[i]) * std::fabs(b[i] - state.beta[i]);
  return size / surrogate.weight_sum();
}

double rounding_floor(const Surrogate& surrogate, const Summary& pass, int j) {
  return 2.0 * epsilon * pass.rounding_magnitude()[j] / surrogate.weight_sum();
}

}  // namespace

double stationarity(const Surrogate& surrogate, const Summary& pass, const double* b, const double* g) {
  const int q = surrogate.parameters();
  double worst = 0.0;
  for (int j = 0; j < q; ++j) {
    double distance = std::fabs(g[j]);
    const double lambda = surrogate.penalty(j);
    if (lambda != 0.0) {
      distance = b[j] != 0.0 ? std::fabs(g[j] + std::copysign(lambda, b[j])) : std::max(0.0, std::fabs(g[j]) - lambda);
    }
    if (distance == 0.0) continue;
    const double floor = rounding_floor(surrogate, pass, j);
    const double size =
        pass.score_magnitude()[j] / surrogate.weight_sum() + history_size(surrogate, b, j) + floor + lambda;
    if (!(distance <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
    distance = std::max(0.0, distance - floor);
    if (distance > 0.0) worst = std::max(worst, size > 0.0 ? distance / size : std::numeric_limits<double>::infinity());
  }
  return worst;
}

void gradient_noise(const Surrogate& surrogate, const Summary& pass, const double* b, double* noise) {
  for (int j = 0; j < surrogate.parameters(); ++j) {
    const double terms = pass.score_magnitude()[j] / surrogate.weight_sum() + history_size(surrogate, b, j);
    noise[j] = 4.0 * epsilon * terms + rounding_floor(surrogate, pass, j);
  }
}

}  // namespace robustream

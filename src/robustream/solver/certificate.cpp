// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/certificate.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace robustream {

double stationarity(const Surrogate& surrogate, const Summary& pass, const double* b, const double* g) {
  const State& state = surrogate.state();
  const int q = surrogate.parameters();
  const double n = surrogate.weight_sum();
  double worst = 0.0;
  for (int j = 0; j < q; ++j) {
    double distance = std::fabs(g[j]);
    const double lambda = surrogate.penalty(j);
    if (lambda != 0.0) {
      distance = b[j] != 0.0 ? std::fabs(g[j] + std::copysign(lambda, b[j])) : std::max(0.0, std::fabs(g[j]) - lambda);
    }
    if (distance == 0.0) continue;
    double history = 0.0;
    const double* const column = state.information_matrix.data() + static_cast<std::size_t>(j) * q;
    for (int i = 0; i < q; ++i) history += std::fabs(column[i]) * std::fabs(b[i] - state.beta[i]);
    const double floor = 2.0 * std::numeric_limits<double>::epsilon() * pass.rounding_magnitude()[j] / n;
    const double size = (pass.score_magnitude()[j] + history) / n + floor + lambda;
    if (!(distance <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
    distance = std::max(0.0, distance - floor);
    if (distance > 0.0) worst = std::max(worst, size > 0.0 ? distance / size : std::numeric_limits<double>::infinity());
  }
  return worst;
}

}  // namespace robustream

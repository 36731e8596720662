// SPDX-License-Identifier: BSD-3-Clause
#include <reference/certificate.hpp>

namespace robustream::reference {

Real subgradient_distance(Real gradient, Real lambda, Real b) {
  if (b > 0) return std::fabs(gradient + lambda);
  if (b < 0) return std::fabs(gradient - lambda);
  return std::max(std::fabs(gradient) - lambda, Real(0));
}

Real stationarity(const Problem& problem, const Vector& b, Real epsilon, Real forgiven) {
  const std::size_t q = problem.parameters();
  const Vector r = residuals(problem, b), g = gradient(problem, b);
  Vector size(q, 0), noise(q, 0);
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    // Rounding happens to the response as given, not to the shifted one.
    Real rounding = std::fabs(problem.y[i] + problem.response_centre);
    for (std::size_t j = 0; j < q; ++j) {
      const bool ones = problem.options.fit_intercept && j + 1 == q;
      rounding += std::fabs(problem.z(i, j) * (ones ? b[j] + problem.response_centre : b[j]));
    }
    const Real term = std::min(problem.options.tau, std::fabs(r[i])) + 8 * epsilon * rounding;
    for (std::size_t j = 0; j < q; ++j) {
      size[j] += problem.w[i] * term * std::fabs(problem.z(i, j));
      noise[j] += problem.w[i] * epsilon * rounding * std::fabs(problem.z(i, j)) / problem.total_weight;
    }
  }
  for (std::size_t j = 0; j < q; ++j) {
    for (std::size_t k = 0; k < q; ++k) {
      size[j] += std::fabs(problem.information(j, k)) * std::fabs(b[k] - problem.previous[k]);
    }
  }
  Real worst = 0;
  for (std::size_t j = 0; j < q; ++j) {
    const Real distance = subgradient_distance(g[j], problem.lambda[j], b[j]) - forgiven * noise[j];
    if (distance > 0) worst = std::max(worst, distance / (size[j] / problem.total_weight + problem.lambda[j]));
  }
  return worst;
}

}  // namespace robustream::reference

// SPDX-License-Identifier: BSD-3-Clause
#include <reference/objective.hpp>

namespace robustream::reference {
namespace {

/// (Z' diag(w weight(r)) Z + J) / N, or without J and N.
template <class Weight> Matrix weighted_gram(const Problem& problem, const Vector& residual, Weight weight) {
  Matrix gram(problem.parameters(), problem.parameters());
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    const Real g = problem.w[i] * weight(residual[i]);
    if (g > 0) add_outer_product(g, problem.z.row(i), gram);
  }
  mirror(gram);
  return gram;
}

Matrix with_memory(const Problem& problem, Matrix gram) {
  for (std::size_t k = 0; k < gram.values.size(); ++k) {
    gram.values[k] = (gram.values[k] + problem.information.values[k]) / problem.total_weight;
  }
  for (std::size_t j = 0; j < problem.proximal_weight.size(); ++j) gram(j, j) += problem.proximal_weight[j];
  return gram;
}

/// d' diag(proximal weight) d / 2
Real proximal_form(const Problem& problem, const Vector& d) {
  Real sum = 0;
  for (std::size_t j = 0; j < problem.proximal_weight.size(); ++j) sum += problem.proximal_weight[j] * d[j] * d[j] / 2;
  return sum;
}

Real quadratic_form(const Matrix& a, const Vector& b) { return dot(b, multiply(a, b)); }

/// g d + lambda (|b + d| - |b|) for one coordinate, arranged so that nothing cancels at a minimiser: there g + lambda
/// sign(b) = 0, or |g| <= lambda where b = 0.
Real penalised_slope(Real g, Real lambda, Real b, Real d) {
  if (lambda == 0) return g * d;
  if (b == 0) return d >= 0 ? (lambda + g) * d : (g - lambda) * d;
  const Real side = b > 0 ? 1 : -1;
  const Real crossed = side * (b + d) < 0 ? 2 * lambda * std::fabs(b + d) : 0;
  return (g + lambda * side) * d + crossed;
}

}  // namespace

Vector residuals(const Problem& problem, const Vector& b) {
  Vector r(problem.rows());
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    r[i] = problem.y[i];
    for (std::size_t j = 0; j < problem.parameters(); ++j) r[i] -= problem.z(i, j) * b[j];
  }
  return r;
}

Objective objective(const Problem& problem, const Vector& b) {
  Objective result;
  const Vector r = residuals(problem, b);
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    if (problem.w[i] > 0) result.loss += problem.w[i] * rho(r[i], problem.options.tau) / problem.total_weight;
  }
  result.memory = quadratic_form(problem.information, subtract(b, problem.previous)) / (2 * problem.total_weight);
  if (!problem.proximal_weight.empty()) {
    result.proximal = proximal_form(problem, subtract(b, problem.proximal_centre));
  }
  for (std::size_t j = 0; j < b.size(); ++j) {
    result.linear -= problem.linear[j] * b[j];
    result.penalty += problem.lambda[j] * std::fabs(b[j]);
  }
  return result;
}

Vector gradient(const Problem& problem, const Vector& b) {
  const Vector r = residuals(problem, b);
  Vector g = multiply(problem.information, subtract(b, problem.previous));
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    const Real pull = problem.w[i] * psi(r[i], problem.options.tau);
    for (std::size_t j = 0; j < b.size(); ++j) g[j] -= pull * problem.z(i, j);
  }
  for (std::size_t j = 0; j < b.size(); ++j) g[j] = g[j] / problem.total_weight - problem.linear[j];
  for (std::size_t j = 0; j < problem.proximal_weight.size(); ++j) {
    g[j] += problem.proximal_weight[j] * (b[j] - problem.proximal_centre[j]);
  }
  return g;
}

Matrix information_gain(const Problem& problem, const Vector& b) {
  return weighted_gram(problem, residuals(problem, b),
                       [&](Real r) { return curvature(r, problem.options.tau, problem.bandwidth); });
}

Matrix generalised_hessian(const Problem& problem, const Vector& residual) {
  const Real tau = problem.options.tau;
  return with_memory(problem,
                     weighted_gram(problem, residual, [tau](Real r) { return Real(std::fabs(r) <= tau ? 1 : 0); }));
}

Matrix majorising_hessian(const Problem& problem, const Vector& residual) {
  const Real tau = problem.options.tau;
  return with_memory(problem, weighted_gram(problem, residual, [tau](Real r) {
                       return std::fabs(r) <= tau ? Real(1) : tau / std::fabs(r);
                     }));
}

Real objective_difference(const Problem& problem, const Vector& b, const Vector& c) {
  const Vector r = residuals(problem, b), g = gradient(problem, b), d = subtract(c, b);
  Real difference = 0;
  for (std::size_t j = 0; j < b.size(); ++j) difference += penalised_slope(g[j], problem.lambda[j], b[j], d[j]);
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    if (problem.w[i] == 0) continue;
    Real moved = 0;
    for (std::size_t j = 0; j < b.size(); ++j) moved += problem.z(i, j) * d[j];
    difference += problem.w[i] * bregman(r[i], moved, problem.options.tau) / problem.total_weight;
  }
  return difference + quadratic_form(problem.information, d) / (2 * problem.total_weight) + proximal_form(problem, d);
}

Real rounding_floor(const Problem& problem, const Vector& b, Real data_epsilon, Real memory_epsilon) {
  Real sum = 0;
  for (std::size_t i = 0; i < problem.rows(); ++i) {
    Real size = problem.options.tau + std::fabs(problem.y[i]) + 2 * std::fabs(problem.response_centre);
    for (std::size_t j = 0; j < b.size(); ++j) size += std::fabs(problem.z(i, j) * b[j]);
    sum += problem.w[i] * rho(4 * data_epsilon * size, problem.options.tau);
  }
  for (std::size_t j = 0; j < b.size(); ++j) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      const Real term = (b[j] - problem.previous[j]) * problem.information(j, k) * (b[k] - problem.previous[k]);
      sum += memory_epsilon * std::fabs(term);
    }
  }
  return sum / problem.total_weight;
}

}  // namespace robustream::reference

// SPDX-License-Identifier: BSD-3-Clause
#include <reference/excess.hpp>

#include <algorithm>

namespace robustream::reference {
namespace {

/// The determined directions as columns, in the problem's coordinates.
Matrix determined_directions(const Problem& problem, const Vector& b) {
  const std::size_t q = b.size();
  Matrix h = generalised_hessian(problem, residuals(problem, b));
  Vector scale(q, 1);
  for (std::size_t j = 0; j < q; ++j) {
    if (h(j, j) > 0) scale[j] = std::sqrt(h(j, j));
  }
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) h(i, j) /= scale[i] * scale[j];
  }
  Matrix vectors;
  const Vector values = eigenvalues(h, vectors);
  const Real threshold = 16 * undetermined(problem) * *std::max_element(values.begin(), values.end());
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < q; ++k) {
    if (values[k] > threshold) kept.push_back(k);
  }
  Matrix directions(q, kept.size());
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t k = 0; k < kept.size(); ++k) directions(i, k) = vectors(i, kept[k]) / scale[i];
  }
  return directions;
}

/// a B
Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows, b.columns);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t k = 0; k < a.columns; ++k) {
      for (std::size_t j = 0; j < b.columns; ++j) result(i, j) += a(i, k) * b(k, j);
    }
  }
  return result;
}

Matrix transpose(const Matrix& a) {
  Matrix result(a.columns, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) result(j, i) = a(i, j);
  }
  return result;
}

/// The problem of t in b + B t; without a penalty and its memory.
Problem along(const Problem& problem, const Vector& b, const Matrix& directions) {
  Problem result = problem;
  const Matrix across = transpose(directions);
  result.options.fit_intercept = false;
  result.response_centre = 0;
  result.z = product(problem.z, directions);
  result.y = residuals(problem, b);
  result.information = product(across, product(problem.information, directions));
  result.linear = multiply(across, multiply(problem.information, subtract(b, problem.previous)));
  for (Real& value : result.linear) value /= -problem.total_weight;
  result.previous.assign(directions.columns, 0);
  result.lambda.assign(directions.columns, 0);
  return result;
}

/// The magnitudes at the minimum. The memory is positive semidefinite only up to its own rounding, so along a direction
/// that nothing determines F may fall without end by amounts that mean nothing: these count as found, too.
void finish(const Problem& problem, Real data_epsilon, Excess& result) {
  const Vector& best = result.minimum.coefficients;
  result.magnitude = objective(problem, best).magnitude();
  result.rounding = rounding_floor(problem, best, data_epsilon, double_epsilon);
  result.minimum.certified = result.minimum.certified || result.minimum.promised <= result.rounding;
}

}  // namespace

Excess objective_excess(const Problem& problem, const Vector& b, Real data_epsilon) {
  Excess result;
  result.minimum = solve(problem, b, 1, undetermined(problem));
  const Vector& best = result.minimum.coefficients;
  result.absolute = objective_difference(problem, best, b);
  finish(problem, data_epsilon, result);
  if (result.within(1e-10L) || problem.options.l1) return result;
  return determined_excess(problem, b, data_epsilon);
}

Excess determined_excess(const Problem& problem, const Vector& b, Real data_epsilon) {
  const Matrix directions = determined_directions(problem, b);
  const Problem reduced = along(problem, b, directions);
  Excess result;
  result.minimum = solve(reduced);
  const Vector& t = result.minimum.coefficients;
  result.absolute = objective_difference(reduced, t, Vector(t.size(), 0));
  Vector best = multiply(directions, t);
  for (std::size_t j = 0; j < b.size(); ++j) best[j] += b[j];
  result.minimum.coefficients = best;
  finish(problem, data_epsilon, result);
  return result;
}

}  // namespace robustream::reference

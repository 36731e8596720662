// SPDX-License-Identifier: BSD-3-Clause
#include <reference/linear_algebra.hpp>

#include <limits>

namespace robustream::reference {

Real dot(const Vector& a, const Vector& b) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Real norm(const Vector& a) { return std::sqrt(dot(a, a)); }

Vector subtract(const Vector& a, const Vector& b) {
  Vector result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] - b[i];
  return result;
}

Vector multiply(const Matrix& a, const Vector& b) {
  Vector result(a.rows, 0);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.columns; ++j) result[i] += a(i, j) * b[j];
  }
  return result;
}

void add_outer_product(Real weight, const Real* z, Matrix& a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    const Real scaled = weight * z[i];
    if (scaled == 0) continue;
    Real* row = a.row(i);
    for (std::size_t j = 0; j <= i; ++j) row[j] += scaled * z[j];
  }
}

void mirror(Matrix& a) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < i; ++j) a(j, i) = a(i, j);
  }
}

bool solve_positive_definite(Matrix a, Vector b, Vector& x) {
  const std::size_t n = a.rows;
  for (std::size_t j = 0; j < n; ++j) {
    Real pivot = a(j, j);
    for (std::size_t k = 0; k < j; ++k) pivot -= a(j, k) * a(j, k);
    if (!(pivot > 0)) return false;
    a(j, j) = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < n; ++i) {
      Real sum = a(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= a(i, k) * a(j, k);
      a(i, j) = sum / a(j, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a(i, k) * b[k];
    b[i] /= a(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a(k, i) * b[k];
    b[i] /= a(i, i);
  }
  x = std::move(b);
  return true;
}

namespace {

/// One rotation in the plane (p, q) that makes a(p, q) zero.
void rotate(std::size_t p, std::size_t q, Matrix& a, Matrix& vectors) {
  const Real ratio = (a(q, q) - a(p, p)) / (2 * a(p, q));
  const Real t = (ratio >= 0 ? 1 : -1) / (std::fabs(ratio) + std::sqrt(1 + ratio * ratio));
  const Real c = 1 / std::sqrt(1 + t * t), s = t * c;
  for (std::size_t k = 0; k < a.rows; ++k) {
    const Real x = a(k, p), y = a(k, q);
    a(k, p) = c * x - s * y;
    a(k, q) = s * x + c * y;
    const Real u = vectors(k, p), v = vectors(k, q);
    vectors(k, p) = c * u - s * v;
    vectors(k, q) = s * u + c * v;
  }
  for (std::size_t k = 0; k < a.rows; ++k) {
    const Real x = a(p, k), y = a(q, k);
    a(p, k) = c * x - s * y;
    a(q, k) = s * x + c * y;
  }
}

}  // namespace

Vector eigenvalues(Matrix a, Matrix& vectors) {
  vectors = Matrix(a.rows, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) vectors(i, i) = 1;
  const Real eps = std::numeric_limits<Real>::epsilon();
  for (int sweep = 0; sweep < 60; ++sweep) {
    Real off_diagonal = 0, diagonal = 0;
    for (std::size_t i = 0; i < a.rows; ++i) {
      diagonal += a(i, i) * a(i, i);
      for (std::size_t j = 0; j < i; ++j) off_diagonal += a(i, j) * a(i, j);
    }
    if (off_diagonal <= eps * eps * diagonal) break;
    for (std::size_t p = 0; p < a.rows; ++p) {
      for (std::size_t q = p + 1; q < a.rows; ++q) {
        if (a(p, q) != 0) rotate(p, q, a, vectors);
      }
    }
  }
  Vector values(a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) values[i] = a(i, i);
  return values;
}

}  // namespace robustream::reference

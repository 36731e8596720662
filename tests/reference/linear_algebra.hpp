// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include <reference/huber.hpp>

namespace robustream::reference {

using Vector = std::vector<Real>;

/// Dense matrix, row after row.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  Vector values;

  Matrix() = default;
  Matrix(std::size_t m, std::size_t n) : rows(m), columns(n), values(m * n, 0) {}
  Real& operator()(std::size_t i, std::size_t j) { return values[i * columns + j]; }
  Real operator()(std::size_t i, std::size_t j) const { return values[i * columns + j]; }
  Real* row(std::size_t i) { return values.data() + i * columns; }
  const Real* row(std::size_t i) const { return values.data() + i * columns; }
};

Real dot(const Vector& a, const Vector& b);
Real norm(const Vector& a);
Vector subtract(const Vector& a, const Vector& b);
Vector multiply(const Matrix& a, const Vector& b);

/// Adds weight * z z' to the lower triangle of a symmetric matrix; mirror() fills the upper one when all are in.
void add_outer_product(Real weight, const Real* z, Matrix& a);
void mirror(Matrix& a);

/// Solves A x = b for a symmetric positive definite A by Cholesky's method; false if a pivot is not positive.
bool solve_positive_definite(Matrix a, Vector b, Vector& x);

/// Eigenvalues of a symmetric matrix (unsorted) by Jacobi rotations, and its eigenvectors as columns.
Vector eigenvalues(Matrix a, Matrix& vectors);

}  // namespace robustream::reference

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

namespace robustream::dense {

// Small symmetric systems on the host: q x q, column-major, float64, by LAPACK. Nothing here allocates after the first
// call with the same q.

/// result = A x; A symmetric, full storage.
void multiply(const double* a, int q, const double* x, double* result);
/// x'A y.
double quadratic_form(const double* a, int q, const double* x, const double* y);

/// A = L L' of a positive definite matrix, scaled first to a unit diagonal, so that the scales of the variables decide
/// neither success nor the condition estimate.
class Cholesky {
 public:
  /// False when A is not positive definite to rounding (or holds NaN); then solve() may not be called. Copies A.
  bool factor(const double* a, int q);
  /// Solves A x = b; x may be b.
  void solve(const double* b, double* x) const;
  /// Estimate (1-norm) of the condition number of the scaled matrix, at least 1.
  double condition() const { return condition_; }

 private:
  int q_ = 0;
  double condition_ = 0.0;
  std::vector<double> factor_, scale_, work_;
  std::vector<int> integer_work_;
  mutable std::vector<double> right_hand_side_;
};

/// A = E^-1 V diag(values) V' E^-1 with E scaling A to a unit diagonal; for singular matrices.
class Spectral {
 public:
  /// False when the iteration does not converge or A holds NaN.
  bool factor(const double* a, int q);
  /// Eigenvalues above q eps times the largest.
  int rank() const { return rank_; }
  /// Of the scaled matrix, on its range; 1 for a zero matrix.
  double condition() const { return condition_; }
  /// b'x / 2 that a solution along the null space could still gain if its eigenvalues were at the threshold of rank().
  /// b is known to within `noise` (q, >= 0), which gains nothing.
  double gain_outside_range(const double* b, const double* noise) const;
  /// Share of b (after scaling) outside the range of A, in [0, 1].
  double outside_range(const double* b) const;
  /// The solution of A x = b (b's part outside the range is dropped) that minimises |C x|, where C (rows x q,
  /// column-major, of full rank, rows >= q) maps x to the coordinates whose norm counts.
  void least_norm(const double* b, const double* c, int rows, double* x) const;

 private:
  int q_ = 0;
  int rank_ = 0;
  double condition_ = 1.0;
  std::vector<double> vectors_, values_, scale_, work_;
  std::vector<int> integer_work_;
};

}  // namespace robustream::dense

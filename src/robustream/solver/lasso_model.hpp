// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include <robustream/dense/symmetric.hpp>

namespace robustream {

/// The model of one proximal Newton step, q x q, no data: minimise over c
///   g'(c - b) + (c - b)' H (c - b) / 2 + sum_j lambda_j |c_j|.
/// Coordinate descent finds which entries are zero; an exact solve on the rest then ends it, so the answer is good to
/// rounding and not to a coordinate descent's patience.
class LassoModel {
 public:
  explicit LassoModel(int q);

  /// h: q x q column-major, positive semidefinite; an entry with a zero diagonal is not moved. Writes the minimiser to
  /// c (may not be b). False when the model's own optimality condition was not met to 1e-10 in the rounds allowed;
  /// c is then still no worse than b.
  bool minimise(const double* h, const double* g, const double* b, const double* lambda, double* c);

 private:
  void sweep(const double* h, const double* lambda, double* c);
  enum class Active { solved, dropped_one, singular };
  Active solve_active(const double* h, const double* lambda, const double* b, const double* g, double* c);
  double violation(const double* lambda, const double* c) const;
  void refresh(const double* h, const double* g, const double* b, const double* c);

  int q_;
  std::vector<double> gradient_;  ///< of the smooth part at c
  std::vector<double> diagonal_;
  std::vector<int> active_;
  std::vector<double> matrix_, right_, step_;
  dense::Cholesky cholesky_;
};

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include <robustream/dense/symmetric.hpp>
#include <robustream/solver/surrogate.hpp>

namespace robustream {

/// The linear system of a step: H = (Gram + J) / N in standardised coordinates, with the user's ridge on request, its
/// rank and its condition.
class NewtonSystem {
 public:
  explicit NewtonSystem(const Surrogate& surrogate);

  /// Builds H from a Gram matrix (q x q), factors H + ridge and judges H's rank. False when H holds NaN or Inf.
  /// use_ridge = false leaves the ridge out; a singular H is then solved in the least-norm sense.
  bool assemble(const double* gram, bool use_ridge);

  /// The ridge relative to H's diagonal, the largest ratio; infinity where the diagonal is 0. 0 without a ridge.
  double ridge_size() const { return ridge_in_use_ ? ridge_size_ : 0.0; }
  /// True when g has a part that H cannot reach: no step of this system makes it smaller.
  bool misses(const double* g) const;
  /// d solving H d = g; least-norm when H is singular (in the user's coordinates with a ridge > 0, its limit; in the
  /// standardised ones otherwise).
  void solve(const double* g, double* d) const;

  /// H, with the ridge if it is in use; q x q.
  const double* matrix() const { return ridged_.data(); }
  int rank() const { return rank_; }
  double condition() const { return condition_; }
  bool singular() const { return singular_; }
  /// H itself is not positive definite to rounding, H + ridge is.
  bool regularised() const { return singular_ && ridge_in_use_; }

 private:
  void add_ridge(std::vector<double>& matrix) const;
  void map_to_user();

  const Surrogate& surrogate_;
  int q_;
  double ridge_size_ = 0.0;  ///< largest entry of the ridge after scaling H to a unit diagonal
  bool ridge_in_use_ = false;
  bool singular_ = false;
  int rank_ = 0;
  double condition_ = 0.0;
  std::vector<double> matrix_, ridged_, user_map_;
  dense::Cholesky cholesky_;
  dense::Spectral spectral_;
};

}  // namespace robustream

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
  /// True when g has a part that the system cannot reach: no step of it makes that part smaller.
  bool misses(const double* g) const;
  /// What steps along directions that count as singular could still gain, if they are not quite; 0 for a regular H.
  /// `noise`: how well each entry of g is known.
  double gain_missed(const double* g, const double* noise) const {
    return singular_ ? spectral_.gain_outside_range(g, noise) : 0.0;
  }
  /// d solving H d = g, with the ridge if it is in use; least-norm when that is singular (in the user's coordinates
  /// with a ridge > 0, its limit; in the standardised ones otherwise).
  void solve(const double* g, double* d) const;

  /// H, with the ridge if it is in use; q x q.
  const double* matrix() const { return ridged_.data(); }
  int rank() const { return rank_; }
  double condition() const { return condition_; }
  /// H itself is singular to rounding; H + ridge is not, and is what solve() uses.
  bool regularised() const { return regularised_; }
  /// H is singular and solve() takes its least-norm solution.
  bool least_norm() const { return singular_ && !regularised_; }

 private:
  void add_ridge(std::vector<double>& matrix) const;
  void map_to_user();

  const Surrogate& surrogate_;
  int q_;
  double ridge_size_ = 0.0;  ///< largest entry of the ridge after scaling H to a unit diagonal
  bool ridge_in_use_ = false;
  bool singular_ = false;
  bool regularised_ = false;
  int rank_ = 0;
  double condition_ = 0.0;
  std::vector<double> matrix_, ridged_, user_map_;
  dense::Cholesky cholesky_;
  dense::Spectral spectral_;
};

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace robustream {

/// Everything that one read of a batch says about one vector of coefficients b: sums over rows, so that the summaries
/// of parts of a batch (threads, ranks) add up to that of the whole. One contiguous float64 buffer: an allreduce, a
/// copy from a device or a checkpoint needs one call.
///
/// Layout: 8 scalars, then three vectors of length q, then the q x q Gram matrix (column-major, symmetric), where
/// q = features + intercept and all vectors are in standardised coordinates (base/standardization.hpp).
class Summary {
 public:
  static constexpr std::size_t scalars = 8;

  Summary() = default;
  explicit Summary(int q) : q_(q), values_(size_for(q), 0.0) {}

  static std::size_t size_for(int q) {
    const auto n = static_cast<std::size_t>(q);
    return scalars + 3 * n + n * n;
  }
  int q() const { return q_; }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  std::size_t size() const { return values_.size(); }
  /// The part without the Gram matrix: what a pass that asked for none fills.
  std::size_t vector_size() const { return scalars + 3 * static_cast<std::size_t>(q_); }
  void clear() { std::fill(values_.begin(), values_.end(), 0.0); }

  double loss() const { return values_[0]; }        ///< sum w rho(r)
  double weight() const { return values_[1]; }      ///< sum w
  double non_finite() const { return values_[2]; }  ///< rows whose residual is NaN or Inf, any weight
  double active() const { return values_[3]; }      ///< rows with positive weight and curvature
  double transition() const { return values_[4]; }  ///< of these, rows with curvature below 1
  double coarse() const { return values_[6]; }      ///< rows whose residual rounds to more than 1e-9 tau
  double gram_rows() const { return values_[5]; }   ///< rows that entered the Gram matrix

  /// sum w psi(r) z_j
  const double* score() const { return values_.data() + scalars; }
  /// sum w min(tau, |r|) |z_j|: the size of the terms behind the score
  const double* score_magnitude() const { return score() + q_; }
  /// sum w |z_j| (|y| + |z|'|b|) over rows that are neither clipped for certain nor coarse: times eps, what rounding of
  /// the residuals does to the score
  const double* rounding_magnitude() const { return score() + 2 * q_; }
  /// Z' diag(w g) Z with the row weights g that the pass was asked for
  const double* gram() const { return score() + 3 * q_; }
  double* gram() { return values_.data() + scalars + 3 * static_cast<std::size_t>(q_); }

 private:
  int q_ = 0;
  std::vector<double> values_;
};

}  // namespace robustream

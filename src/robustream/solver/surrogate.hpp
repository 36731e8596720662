// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include <robustream/base/options.hpp>
#include <robustream/base/summary.hpp>
#include <robustream/kernels/fused_pass.hpp>
#include <robustream/state/state.hpp>

namespace robustream {

/// The function that a batch minimises (docs/design.md section 1; Jiang, Liang and Yu 2024):
///   F(b) = sum w rho(y - Xb) / N + (b - b0)' J (b - b0) / (2 N) - s'(b - b0)  [+ sum_j lambda_j |b_j|],
/// b0 the coefficients before the batch, s the subgradient that the penalty left there. All vectors here are in
/// standardised coordinates, q long, intercept last; lambda_j = lambda / scale_j, 0 for the intercept.
class Surrogate {
 public:
  Surrogate(const State& state, double batch_weight);

  int parameters() const { return q_; }
  const Huber& loss() const { return loss_; }
  double weight_sum() const { return total_weight_; }  ///< N, this batch included
  double lambda() const { return lambda_; }            ///< in the user's coordinates
  double penalty(int j) const { return penalties_[static_cast<std::size_t>(j)]; }
  bool penalised() const { return penalised_; }
  const State& state() const { return state_; }

  /// Gradient of the smooth part at b from a pass there.
  void gradient(const Summary& pass, const double* b, double* g) const;
  /// d'J d / (2 N).
  double history(const double* d) const;
  /// F at b from a pass there, penalty included, in the reference implementation's convention.
  double objective(const Summary& pass, const double* b) const;
  /// sum lambda_j (|c_j| - |b_j|), summed by differences.
  double penalty_change(const double* b, const double* c) const;

  /// Step rules between b and c: |c - b| <= tol (1 + |c|) in the user's coordinates, and the same in the standardised
  /// ones without the intercept.
  bool step_is_small(const double* b, const double* c) const;
  /// The first of the two alone, which is the reference's.
  bool user_step_is_small(const double* b, const double* c) const;

 private:
  const State& state_;
  int q_;
  double total_weight_;
  Huber loss_;
  bool penalised_;
  double lambda_;
  std::vector<double> penalties_;
  std::vector<double> subgradient_;  ///< s
  mutable std::vector<double> work_, more_work_;
};

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/surrogate.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <robustream/dense/symmetric.hpp>

namespace robustream {
namespace {

double log_features(const State& state) {
  return std::log(static_cast<double>(std::max<std::int64_t>(state.features, 2)));
}

double bandwidth(const State& state, double total_weight) {
  return std::min(state.options.bandwidth_scale / (std::sqrt(total_weight) * log_features(state)), state.options.tau);
}

double l1_weight(const State& state, double total_weight) {
  const Options& options = state.options;
  if (options.penalty != Penalty::l1) return 0.0;
  if (options.lambda) return *options.lambda;
  return options.lambda_scale * options.tau * std::sqrt(log_features(state) / total_weight);
}

}  // namespace

Surrogate::Surrogate(const State& state, double batch_weight)
    : state_(state), q_(static_cast<int>(state.parameters())),
      total_weight_(state.weight_sum + batch_weight), loss_{state.options.tau, bandwidth(state, total_weight_)},
      penalised_(state.options.penalty == Penalty::l1), lambda_(l1_weight(state, total_weight_)),
      penalties_(static_cast<std::size_t>(q_), 0.0), subgradient_(static_cast<std::size_t>(q_), 0.0),
      work_(static_cast<std::size_t>(q_)), more_work_(static_cast<std::size_t>(q_)) {
  if (!penalised_) return;
  const double share = state.fitted() ? state.weight_sum / total_weight_ * state.previous_lambda : 0.0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(state.features); ++j) {
    const double scale = state.standardization.scale[j];
    penalties_[j] = lambda_ / scale;
    const double b = state.beta[j];
    if (b != 0.0) subgradient_[j] = std::copysign(share / scale, b);
  }
}

void Surrogate::gradient(const Summary& pass, const double* b, double* g) const {
  for (int j = 0; j < q_; ++j) work_[j] = b[j] - state_.beta[j];
  dense::multiply(state_.information_matrix.data(), q_, work_.data(), g);
  for (int j = 0; j < q_; ++j) g[j] = (g[j] - pass.score()[j]) / total_weight_ - subgradient_[j];
}

double Surrogate::history(const double* d) const {
  return 0.5 * dense::quadratic_form(state_.information_matrix.data(), q_, d, d) / total_weight_;
}

double Surrogate::objective(const Summary& pass, const double* b) const {
  for (int j = 0; j < q_; ++j) work_[j] = b[j] - state_.beta[j];
  double value = pass.loss() / total_weight_ + history(work_.data());
  for (int j = 0; j < q_; ++j) value += penalties_[j] * std::fabs(b[j]) - subgradient_[j] * work_[j];
  return value;
}

double Surrogate::penalty_change(const double* b, const double* c) const {
  double change = 0.0;
  for (int j = 0; j < q_; ++j) {
    if (penalties_[j] != 0.0) change += penalties_[j] * (std::fabs(c[j]) - std::fabs(b[j]));
  }
  return change;
}

bool Surrogate::step_is_small(const double* b, const double* c) const {
  double step = 0.0;
  double size = 0.0;
  for (std::int64_t j = 0; j < state_.features; ++j) {
    step += (c[j] - b[j]) * (c[j] - b[j]);
    size += c[j] * c[j];
  }
  return std::sqrt(step) <= state_.options.tol * (1.0 + std::sqrt(size)) && user_step_is_small(b, c);
}

bool Surrogate::user_step_is_small(const double* b, const double* c) const {
  const bool intercept = state_.options.fit_intercept;
  for (int j = 0; j < q_; ++j) work_[j] = c[j] - b[j];
  to_user(state_.standardization, intercept, work_.data(), work_.data());
  to_user(state_.standardization, intercept, c, more_work_.data());
  double step = 0.0;
  double size = 0.0;
  for (int j = 0; j < q_; ++j) {
    step += work_[j] * work_[j];
    size += more_work_[j] * more_work_[j];
  }
  return std::sqrt(step) <= state_.options.tol * (1.0 + std::sqrt(size));
}

}  // namespace robustream

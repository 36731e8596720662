// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/lamm.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <robustream/solver/certificate.hpp>
#include <robustream/solver/descent.hpp>
#include <robustream/solver/prox_newton.hpp>

namespace robustream {
namespace {

constexpr int most_doublings = 40;
constexpr double bound_slack = 1e-12;
constexpr double smallest_phi = 1e-8;

/// Gradient in the user's coordinates: the transpose of the map from the user's coefficients to the standardised.
void user_gradient(const Surrogate& surrogate, const std::vector<double>& g, std::vector<double>& user) {
  const State& state = surrogate.state();
  const bool intercept = state.options.fit_intercept;
  const auto p = static_cast<std::size_t>(state.features);
  for (std::size_t j = 0; j < p; ++j) {
    user[j] = state.standardization.scale[j] * g[j];
    if (intercept && state.standardization.centre[j] != 0.0) user[j] += state.standardization.centre[j] * g[p];
  }
  if (intercept) user[p] = g[p];
}

class Lamm {
 public:
  explicit Lamm(Solve& solve)
      : solve_(solve), surrogate_(solve.surrogate), q_(static_cast<std::size_t>(solve.surrogate.parameters())),
        user_(q_), candidate_(q_), gradient_(q_), step_(q_) {
    to_user(surrogate_.state().standardization, surrogate_.state().options.fit_intercept, solve.current.b.data(),
            user_.data());
  }

  /// One accepted step; false when no bound up to 40 doublings holds.
  bool step() {
    user_gradient(surrogate_, solve_.current.gradient, gradient_);
    for (int k = 0; k < most_doublings; ++k, phi_ *= 2.0) {
      propose();
      double squared = 0.0;
      for (std::size_t j = 0; j < q_; ++j) squared += (candidate_[j] - user_[j]) * (candidate_[j] - user_[j]);
      for (std::size_t j = 0; j < q_; ++j) step_[j] = solve_.candidate.b[j] - solve_.current.b[j];
      // F(c) - F(b) - g'd = (history + Bregman distance of the batch); the second is never negative.
      const double excess = surrogate_.history(step_.data()) - 0.5 * phi_ * squared;
      if (excess <= bound_slack) {
        solve_.evaluate(solve_.candidate, GramWeight::none, false);
        const double bregman =
            solve_.problem.bregman(surrogate_.loss(), solve_.current.slot, solve_.candidate.slot, 1.0);
        if (excess + bregman / surrogate_.weight_sum() <= bound_slack) {
          accept();
          return true;
        }
      }
      ++solve_.report.backtracks;
    }
    return false;
  }
  bool small() const { return small_; }

 private:
  void propose() {
    const State& state = surrogate_.state();
    for (std::size_t j = 0; j < q_; ++j) {
      const double v = user_[j] - gradient_[j] / phi_;
      const bool penalised = j < static_cast<std::size_t>(state.features);
      const double threshold = penalised ? surrogate_.lambda() / phi_ : 0.0;
      candidate_[j] = std::fabs(v) > threshold ? std::copysign(std::fabs(v) - threshold, v) : 0.0;
    }
    to_standardised(state.standardization, state.options.fit_intercept, candidate_.data(), solve_.candidate.b.data());
  }
  void accept() {
    small_ = surrogate_.user_step_is_small(solve_.current.b.data(), solve_.candidate.b.data());
    std::swap(solve_.current, solve_.candidate);
    std::swap(user_, candidate_);
    phi_ = std::max(0.5 * phi_, smallest_phi);
  }

  Solve& solve_;
  const Surrogate& surrogate_;
  std::size_t q_;
  double phi_ = 1.0;
  bool small_ = false;
  std::vector<double> user_, candidate_, gradient_, step_;
};

}  // namespace

Status solve_lamm(Solve& solve) {
  const Options& options = solve.surrogate.state().options;
  Lamm lamm(solve);
  bool stopped = false;
  while (!stopped && solve.report.iterations < options.max_iter) {
    ++solve.report.iterations;
    if (const Status status = report_progress(solve); !status.ok()) return status;
    stopped = !lamm.step() || lamm.small();
  }
  // The curvature at the answer is needed for the information matrix in any case; it brings the certificate along.
  solve.evaluate(solve.current, GramWeight::curvature, true);
  certified(solve);
  NewtonSystem system(solve.surrogate);
  if (system.assemble(solve.current.summary.gram(), false)) {
    solve.report.rank = system.rank();
    solve.report.condition = system.condition();
  }
  if (stopped && lamm.small() && solve.report.kkt <= 10.0 * options.tol) {
    solve.report.converged = true;
    solve.report.termination = Termination::converged;
    return {};
  }
  if (!stopped) return finish_unconverged(solve, Descent(options));
  solve.report.solver_changed = true;
  return solve_prox_newton(solve);
}

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/prox_newton.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <robustream/solver/descend.hpp>
#include <robustream/solver/lasso_model.hpp>

namespace robustream {
namespace {

class ProximalStep final : public StepModel {
 public:
  explicit ProximalStep(const Surrogate& surrogate)
      : model_(surrogate.parameters()), lambda_(static_cast<std::size_t>(surrogate.parameters())) {
    for (std::size_t j = 0; j < lambda_.size(); ++j) lambda_[j] = surrogate.penalty(static_cast<int>(j));
  }

  bool bottomless(const NewtonSystem& system, const Iterate& at) const override {
    const std::size_t n = lambda_.size();
    for (std::size_t j = 0; j < n; ++j) {
      if (!(system.matrix()[j * n + j] > 0.0) && std::fabs(at.gradient[j]) > lambda_[j]) return true;
    }
    return false;
  }
  void propose(const NewtonSystem& system, const Iterate& at, double* b) override {
    model_.minimise(system.matrix(), at.gradient.data(), at.b.data(), lambda_.data(), b);
  }

 private:
  LassoModel model_;
  std::vector<double> lambda_;
};

}  // namespace

Status solve_prox_newton(Solve& solve) {
  ProximalStep model(solve.surrogate);
  return descend(solve, model);
}

}  // namespace robustream

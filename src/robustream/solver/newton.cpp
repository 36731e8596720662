// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/newton.hpp>

#include <cstddef>
#include <vector>

#include <robustream/solver/descend.hpp>

namespace robustream {
namespace {

class NewtonStep final : public StepModel {
 public:
  explicit NewtonStep(int q) : direction_(static_cast<std::size_t>(q)) {}

  bool bottomless(const NewtonSystem& system, const Iterate& at) const override {
    return system.misses(at.gradient.data());
  }
  void propose(const NewtonSystem& system, const Iterate& at, double* b) override {
    system.solve(at.gradient.data(), direction_.data());
    for (std::size_t j = 0; j < direction_.size(); ++j) b[j] = at.b[j] - direction_[j];
  }

 private:
  std::vector<double> direction_;
};

}  // namespace

Status solve_newton(Solve& solve) {
  NewtonStep model(solve.surrogate.parameters());
  return descend(solve, model);
}

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/solver/newton_system.hpp>
#include <robustream/solver/solution.hpp>

namespace robustream {

/// How a penalty turns the quadratic model at an iterate into the next coefficients: all that the solvers for `none`
/// and `l1` do not share.
class StepModel {
 public:
  virtual ~StepModel() = default;
  /// The model falls for ever along some direction: no curvature where the gradient pulls.
  virtual bool bottomless(const NewtonSystem& system, const Iterate& at) const = 0;
  /// Writes the model's minimiser to b (q). `at.b` is not b.
  virtual void propose(const NewtonSystem& system, const Iterate& at, double* b) = 0;
};

}  // namespace robustream

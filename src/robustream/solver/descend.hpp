// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/status.hpp>
#include <robustream/solver/step_model.hpp>

namespace robustream {

/// The iterations that `none` and `l1` share: a system from the curvature at the current iterate, a step of `model`,
/// one read of X at its end; other steps where that fails (solver/descent.hpp, solver/rescue.hpp). On entry
/// solve.current has a curvature pass. On return it is the answer, with curvature and magnitudes, and the report's
/// iteration fields are filled. cancelled, value_overflow, or ok - also without convergence.
Status descend(Solve& solve, StepModel& model);

}  // namespace robustream

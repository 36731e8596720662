// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/batch_report.hpp>
#include <robustream/base/status.hpp>
#include <robustream/solver/batch_problem.hpp>
#include <robustream/solver/solution.hpp>
#include <robustream/state/state.hpp>

namespace robustream {

/// One batch from `state` (options, features and, after the first batch, everything else) to `next`. Chooses the
/// coordinates when the state is fresh. `next` and `report` are complete when ok is returned; otherwise `next` is
/// unspecified and the status says why: the batch's data, cancelled, or value_overflow.
Status solve_batch(BatchProblem& problem, const State& state, const Progression& progress, State& next,
                   BatchReport& report);

}  // namespace robustream

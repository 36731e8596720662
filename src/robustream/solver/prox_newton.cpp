// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/prox_newton.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <robustream/solver/descent.hpp>
#include <robustream/solver/lasso_model.hpp>
#include <robustream/solver/newton_system.hpp>

namespace robustream {
namespace {

/// An entry that the gradient would move and that the model gives no curvature: the model has no bottom there.
bool bottomless(const double* h, const Iterate& at, const std::vector<double>& lambda) {
  const std::size_t n = lambda.size();
  for (std::size_t j = 0; j < n; ++j) {
    if (!(h[j * n + j] > 0.0) && std::fabs(at.gradient[j]) > lambda[j]) return true;
  }
  return false;
}

}  // namespace

Status solve_prox_newton(Solve& solve) {
  const Surrogate& surrogate = solve.surrogate;
  const Options& options = surrogate.state().options;
  const int q = surrogate.parameters();
  BatchReport& report = solve.report;
  NewtonSystem system(surrogate);
  LassoModel model(q);
  Descent descent(options);
  std::vector<double> lambda(static_cast<std::size_t>(q));
  for (int j = 0; j < q; ++j) lambda[static_cast<std::size_t>(j)] = surrogate.penalty(j);

  while (report.iterations < options.max_iter) {
    const int iteration = ++report.iterations;
    if (const Status status = report_progress(solve); !status.ok()) return status;
    const bool use_ridge = descent.use_ridge(iteration);
    bool majorise = descent.majorise();
    bool assembled = !majorise && system.assemble(solve.current.summary.gram(), use_ridge);
    if (assembled && bottomless(system.matrix(), solve.current, lambda)) majorise = true;
    if (majorise) assembled = assemble_majorizer(solve, system, use_ridge);
    if (!assembled) return matrix_overflow();
    record_system(solve, system);

    model.minimise(system.matrix(), solve.current.gradient.data(), solve.current.b.data(), lambda.data(),
                   solve.candidate.b.data());
    if (take_step(solve, descent, majorise)) return {};
    if (descent.finished()) break;
  }
  return finish_unconverged(solve, descent);
}

}  // namespace robustream

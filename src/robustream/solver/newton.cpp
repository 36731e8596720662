// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/solver/newton.hpp>

#include <cstddef>
#include <vector>

#include <robustream/solver/descent.hpp>
#include <robustream/solver/newton_system.hpp>

namespace robustream {

Status solve_newton(Solve& solve) {
  const Surrogate& surrogate = solve.surrogate;
  const Options& options = surrogate.state().options;
  const auto q = static_cast<std::size_t>(surrogate.parameters());
  NewtonSystem system(surrogate);
  std::vector<double> direction(q);
  Descent descent(options);

  while (solve.report.iterations < options.max_iter) {
    const int iteration = ++solve.report.iterations;
    if (const Status status = report_progress(solve); !status.ok()) return status;
    const bool use_ridge = descent.use_ridge(iteration);
    bool majorise = descent.majorise();
    bool assembled = !majorise && system.assemble(solve.current.summary.gram(), use_ridge);
    // Where no row has curvature along a direction in which the gradient pulls, Newton's model has no bottom.
    if (assembled && system.misses(solve.current.gradient.data())) majorise = true;
    if (majorise) assembled = assemble_majorizer(solve, system, use_ridge);
    if (!assembled) return matrix_overflow();
    record_system(solve, system);

    system.solve(solve.current.gradient.data(), direction.data());
    for (std::size_t j = 0; j < q; ++j) solve.candidate.b[j] = solve.current.b[j] - direction[j];
    if (take_step(solve, descent, majorise)) return {};
    if (descent.finished()) break;
  }
  return finish_unconverged(solve, descent);
}

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include <robustream/base/options.hpp>

namespace robustream {

/// Why the iterations of a batch ended.
enum class Termination {
  converged,        ///< certificate and step rules hold
  iteration_limit,  ///< max_iter was reached first
  stalled,          ///< no step lowers the objective any more and the certificate does not hold
  ill_conditioned   ///< stalled, and the condition estimate says that float64 cannot do better
};
const char* name(Termination termination) noexcept;

/// What one batch did. All numbers are float64; counters are exact.
struct BatchReport {
  std::int64_t rows = 0;
  double weight = 0.0;     ///< sum of the weights; rows without weights
  int iterations = 0;      ///< all steps: Newton, proximal, majorising
  bool converged = false;  ///< the certificate (kkt) and both step rules hold
  Termination termination = Termination::iteration_limit;
  double objective = 0.0;    ///< value of the batch's objective at the accepted coefficients, penalty included
  double kkt = 0.0;          ///< stationarity, 0 at a minimiser; see docs/design.md section 2
  double lambda = 0.0;       ///< l1 weight used, 0 without a penalty
  double bandwidth = 0.0;    ///< half width of the curvature's transition, units of y
  int rank = 0;              ///< rank of the standardised Newton matrix without ridge, at most features + intercept
  double condition = 0.0;    ///< estimate of its condition number (1-norm), infinity if singular
  bool least_norm = false;   ///< a singular system was solved by its least-norm solution
  bool regularised = false;  ///< the ridge alone made a system solvable
  int majorising_steps = 0;  ///< iterations that were reweighted least squares steps
  int backtracks = 0;        ///< halvings of a step or doublings of LAMM's bound
  double full_reads = 0.0;   ///< rows of X read / rows of the batch
  double gram_rows = 0.0;    ///< rows that entered an information or Newton matrix / rows of the batch
  Solver solver = Solver::newton;  ///< what ran: newton (also proximal Newton) or lamm
  bool solver_changed = false;     ///< LAMM stopped without its certificate and proximal Newton went on
  double seconds = 0.0;            ///< wall time of the call
};

/// Progress inside a batch, for the callback.
struct Progress {
  std::int64_t batch = 0;  ///< index of the batch, from 0
  int iteration = 0;
  double objective = 0.0;
};

}  // namespace robustream

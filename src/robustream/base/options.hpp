// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <robustream/base/status.hpp>

namespace robustream {

enum class Loss { huber };
enum class Penalty { none, l1 };

/// How a batch is solved.
enum class Solver {
  automatic,  ///< Newton for no penalty, proximal Newton for l1
  newton,     ///< the same, asked for by name
  lamm        ///< l1 only: proximal gradient steps as the reference implementation takes them
};

/// Settings that change the answer. They are part of the state and of every checkpoint.
struct Options {
  Loss loss = Loss::huber;
  /// Threshold between the quadratic and the linear part of the loss, in the units of y; > 0, finite.
  double tau = 1.345;
  Penalty penalty = Penalty::none;
  Solver solver = Solver::automatic;
  /// A fixed l1 weight in the user's coordinates, >= 0; unset: lambda_scale tau sqrt(log(max(p,2)) / N).
  std::optional<double> lambda;
  /// Factor of the rule above; >= 0, finite.
  double lambda_scale = 1.0;
  /// Factor of the curvature's bandwidth min(bandwidth_scale / (sqrt(N) log(max(p,2))), tau); > 0, finite.
  double bandwidth_scale = 1.0;
  /// Adds a column of ones, never penalised, reported apart from the coefficients.
  bool fit_intercept = true;
  /// Bound on all iterations of a batch; >= 1.
  int max_iter = 100;
  /// Step and stationarity tolerance, relative; > 0, finite.
  double tol = 1e-6;
  /// Added to the diagonal of the Newton matrix in the user's coordinates, never to the objective; >= 0, finite.
  double ridge = 1e-8;

  bool operator==(const Options& other) const;
  bool operator!=(const Options& other) const { return !(*this == other); }
};

/// Settings that change only speed and the last bits of the sums.
struct ExecutionOptions {
  /// Parts into which a batch is cut for threads; 0: one a thread. Partial sums are added in the order of the
  /// parts, so the same number of parts gives the same bits.
  int parts = 0;
};

/// ok, or invalid_option naming the first option out of range, its value and its range.
Status validate(const Options& options);

const char* name(Loss loss) noexcept;
const char* name(Penalty penalty) noexcept;
const char* name(Solver solver) noexcept;
/// Reads a name as printed by name(); invalid_option lists the valid names and the nearest one.
Status parse(const std::string& text, Loss& loss);
Status parse(const std::string& text, Penalty& penalty);
Status parse(const std::string& text, Solver& solver);

}  // namespace robustream

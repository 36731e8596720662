// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include <robustream/base/batch_report.hpp>
#include <robustream/base/status.hpp>
#include <robustream/base/summary.hpp>
#include <robustream/solver/batch_problem.hpp>
#include <robustream/solver/surrogate.hpp>

namespace robustream {

/// Where a solver stands: coefficients and the pass made there. The residuals at b are in slot `slot`.
struct Iterate {
  std::vector<double> b;
  Summary summary;
  std::vector<double> gradient;
  int slot = 0;
  bool magnitudes = false;  ///< the summary has what the certificate needs
  bool curvature = false;   ///< the summary's Gram matrix is the one that joins the information matrix

  /// Largest value of each diagonal entry along the passes that the Gram matrix was updated from.
  std::vector<double> peak;

  explicit Iterate(int q) : b(static_cast<std::size_t>(q)), summary(q), gradient(static_cast<std::size_t>(q)) {}
};

/// Called before each iteration; false cancels.
using Progression = std::function<bool(int iteration, double objective)>;

/// Shared state of one solve: the problem, its function, the current iterate, and what the report will say.
struct Solve {
  BatchProblem& problem;
  const Surrogate& surrogate;
  Iterate current;
  Iterate candidate;
  BatchReport& report;
  const Progression& progress;

  Solve(BatchProblem& p, const Surrogate& s, BatchReport& r, const Progression& f)
      : problem(p), surrogate(s), current(s.parameters()), candidate(s.parameters()), report(r), progress(f) {
    candidate.slot = 1;
  }

  /// One read of X at iterate.b, then its gradient. The curvature's Gram matrix is that of the current iterate and what
  /// has changed since, unless so much has gone that rounding of what went would count; it is then formed anew.
  void evaluate(Iterate& iterate, GramWeight gram, bool magnitudes);

 private:
  bool read(Iterate& iterate, const PassOptions& options);
};

}  // namespace robustream

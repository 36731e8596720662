// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/batch_report.hpp>
#include <robustream/base/status.hpp>

namespace robustream::cli {

/// What the program returns to the shell; docs/exit-codes.md is the page for users.
enum ExitCode : int {
  exit_ok = 0,
  exit_not_converged = 1,  ///< fit: every batch was accepted, at least one without its certificate
  exit_usage = 2,          ///< a wrong option or order of things, or a device that is not there
  exit_bad_data = 3,       ///< the file can be read but what it holds cannot be fitted
  exit_io = 4,             ///< a file cannot be read or written
  exit_checkpoint = 5,     ///< a checkpoint is damaged or belongs to another run
  exit_numeric = 6,        ///< float64 cannot give the answer
  exit_interrupted = 7,    ///< SIGINT or SIGTERM; what was done is saved if --checkpoint was given
  exit_internal = 70       ///< a fault of this program, or the machine ran out of memory
};

/// The one mapping from causes to exit codes.
ExitCode exit_code(StatusCode code) noexcept;

/// What one accepted batch means for the run; the run returns the worst of its batches (worse()).
ExitCode exit_code(const BatchReport& report) noexcept;

/// A numeric failure weighs more than an unconverged batch, and that more than ok.
ExitCode worse(ExitCode a, ExitCode b) noexcept;

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/batch_report.hpp>
#include <robustream/base/options.hpp>
#include <robustream/cli/console.hpp>
#include <robustream/cli/device.hpp>
#include <robustream/cli/fit_checkpoint.hpp>
#include <robustream/estimator/renewable_huber.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::cli {

/// What the user asked `fit` to do.
struct FitPlan {
  std::vector<std::string> files;
  io::StreamOptions stream;
  Options model;
  DeviceOptions device;
  CheckpointOptions checkpoint;
  bool skip_empty = false;  ///< pass over batches whose weights are all 0
};

/// One accepted batch and where its rows lie.
struct BatchRecord {
  BatchReport report;
  std::int64_t first_file = 0;  ///< index in the list of files
  std::int64_t first_row = 0;   ///< row of that file
  std::int64_t last_file = 0;   ///< as first_file unless --across-files
  std::int64_t dropped = 0;     ///< rows left out for missing values
};

/// A batch or file that was passed over.
struct Skipped {
  std::string where;
  std::int64_t rows = 0;
  StatusCode reason = StatusCode::ok;
};

/// The stream of `fit`: batch after batch from the files into the estimator, with progress, checkpoints and signals.
class FitRun {
 public:
  FitRun(const FitPlan& plan, Console& console);

  /// Everything up to the last batch. exit_ok, exit_not_converged or exit_numeric when all batches were accepted; an
  /// error otherwise, also when a signal ended the run (`cancelled`): then there is no result to show.
  Outcome run();

  // For the output, after run().
  const FitPlan& plan() const { return plan_; }
  const DeviceSession& device() const { return device_; }
  const io::StreamReader& reader() const { return reader_; }
  const State& state() const { return model_.state(); }
  const std::vector<BatchRecord>& batches() const { return batches_; }
  const std::vector<Skipped>& skipped() const { return skipped_; }
  const FitCheckpoint& checkpoint() const { return checkpoint_; }
  const RunTotals& totals() const { return totals_; }
  double seconds() const { return seconds_; }

 private:
  Status open();
  Status resume(Json& details);
  Outcome stream();
  void accept(const io::Block& block, const BatchReport& report);
  /// Keeps what was accepted so far, and says so behind the error.
  Outcome stop(Status error, Json details);
  Outcome stop_for_signal();

  const FitPlan& plan_;
  Console& console_;
  DeviceSession device_;  // before the estimator: Kokkos outlives it
  io::StreamReader reader_;
  RenewableHuber model_;
  FitCheckpoint checkpoint_;
  RunTotals totals_;
  std::vector<BatchRecord> batches_;
  std::vector<Skipped> skipped_;
  double seconds_ = 0.0;
};

}  // namespace robustream::cli

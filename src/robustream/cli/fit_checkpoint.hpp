// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/options.hpp>
#include <robustream/base/status.hpp>
#include <robustream/cli/console.hpp>
#include <robustream/estimator/renewable_huber.hpp>
#include <robustream/io/checkpoint.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::cli {

struct CheckpointOptions {
  std::string file;        ///< empty: none
  std::int64_t every = 1;  ///< batches between saves
  bool resume = false;     ///< go on where the file stopped, if it is there
  bool strict = false;     ///< refuse the generation before when the newest is damaged
};

/// What a run must remember of batches that it no longer has: a resumed run then ends as the uninterrupted one.
struct RunTotals {
  std::int64_t batches = 0;
  std::int64_t unconverged = 0;
  std::int64_t ill_conditioned = 0;
  std::int64_t dropped_rows = 0;
  double kkt = 0.0;  ///< largest of all batches
};

/// The checkpoint of a fit: when it is due, what goes into it, whether it fits a run that wants to go on.
class FitCheckpoint {
 public:
  explicit FitCheckpoint(CheckpointOptions options) : options_(std::move(options)) {}

  bool enabled() const { return !options_.file.empty(); }
  const std::string& file() const { return options_.file; }

  /// Loads the file into the estimator and moves the reader behind the last row that it has seen. A missing file is
  /// ok: resumed() is then false. checkpoint_mismatch lists every difference between then and now, also in `details`;
  /// estimator and reader are then as before.
  Status resume(RenewableHuber& model, io::StreamReader& reader, RunTotals& totals, Json& details);
  bool resumed() const { return resumed_; }
  const io::LoadReport& loaded() const { return loaded_; }

  /// One more batch has been dealt with; save() stores what is seen here, not what the reader fetched since.
  void advance(const io::StreamReader& reader);
  bool due() const { return enabled() && unsaved_ >= options_.every; }
  bool pending() const { return enabled() && unsaved_ > 0; }
  Status save(const State& state, const io::StreamOptions& stream, const RunTotals& totals);
  std::int64_t saves() const { return saves_; }

 private:
  CheckpointOptions options_;
  io::StreamPosition position_;
  io::LoadReport loaded_;
  bool resumed_ = false;
  std::int64_t unsaved_ = 0;
  std::int64_t saves_ = 0;
};

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace robustream::cli {

/// One line on standard error that says how far a stream has come: rows, rows/s, time to go. Shown only when standard
/// error is a terminal and the user did not ask for quiet; logs and pipes see nothing of it.
class ProgressLine {
 public:
  /// `total_rows` < 0: unknown, no time to go is shown. `first_row`: rows done before (a resumed run).
  ProgressLine(bool quiet, std::int64_t total_rows, std::int64_t first_row = 0);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Redraws at most ten times a second. `what` is the file or the stage.
  void update(std::int64_t rows_done, const std::string& what);
  /// Wipes the line, so that what is printed next stands alone.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool active_ = false;
  bool drawn_ = false;
  std::int64_t total_ = 0;
  std::int64_t first_ = 0;
  Clock::time_point begin_;
  Clock::time_point last_;
};

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/progress.hpp>

#include <cmath>
#include <cstdio>

#include <unistd.h>

#include <fmt/format.h>

#include <robustream/cli/human_text.hpp>

namespace robustream::cli {

ProgressLine::ProgressLine(bool quiet, std::int64_t total_rows, std::int64_t first_row)
    : active_(!quiet && isatty(STDERR_FILENO) == 1), total_(total_rows), first_(first_row), begin_(Clock::now()) {}

void ProgressLine::update(std::int64_t rows_done, const std::string& what) {
  if (!active_) return;
  const Clock::time_point now = Clock::now();
  if (drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  drawn_ = true;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const double rate = elapsed > 0 ? static_cast<double>(rows_done - first_) / elapsed : 0;
  std::string line = with_separators(rows_done);
  if (total_ > 0) line += fmt::format(" of {}", with_separators(total_));
  line += fmt::format(" rows, {} rows/s", with_separators(std::llround(rate)));
  if (total_ > 0 && rate > 0) line += ", " + clock_text(static_cast<double>(total_ - rows_done) / rate) + " to go";
  // Carriage return, text, erase to the end of the line: the line is drawn over itself.
  fmt::print(stderr, "\r{}: {}\x1b[K", what, line);
  std::fflush(stderr);
}

void ProgressLine::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::test {

/// Passes when a status has this code and its message holds every one of these texts.
inline ::testing::AssertionResult is_status(const Status& status, StatusCode code,
                                            const std::vector<std::string>& texts = {}) {
  if (status.code() != code) {
    return ::testing::AssertionFailure() << "status is " << name(status.code()) << ": " << status.message();
  }
  for (const std::string& text : texts) {
    if (status.message().find(text) == std::string::npos) {
      return ::testing::AssertionFailure() << "'" << text << "' is not in: " << status.message();
    }
  }
  if (status.message().find('\n') != std::string::npos) {
    return ::testing::AssertionFailure() << "more than one line: " << status.message();
  }
  return ::testing::AssertionSuccess();
}
inline ::testing::AssertionResult is_ok(const Status& status) { return is_status(status, StatusCode::ok); }

/// All rows of a stream, one batch behind the other.
struct Rows {
  std::vector<double> x, y, w;
  std::vector<std::int64_t> batches;
  Status status;
};

inline Rows read_all(io::StreamReader& reader) {
  Rows rows;
  for (;;) {
    io::Block block;
    rows.status = reader.next(block);
    if (!rows.status || block.rows == 0) return rows;
    rows.batches.push_back(block.rows);
    const auto take = [&](const void* from, std::int64_t count, std::vector<double>& to) {
      if (!from) return;
      const auto* d = static_cast<const double*>(from);
      const auto* f = static_cast<const float*>(from);
      for (std::int64_t i = 0; i < count; ++i) {
        to.push_back(block.element == io::Element::float64 ? d[i] : static_cast<double>(f[i]));
      }
    };
    take(block.x, block.rows * block.columns, rows.x);
    take(block.y, block.rows, rows.y);
    take(block.w, block.rows, rows.w);
  }
}

inline Rows read_all(const std::vector<std::string>& files, const io::StreamOptions& options = {}) {
  io::StreamReader reader;
  Rows rows;
  rows.status = reader.open(files, options);
  return rows.status ? read_all(reader) : rows;
}

/// What open() says about files.
inline Status open_status(const std::vector<std::string>& files, const io::StreamOptions& options = {}) {
  io::StreamReader reader;
  return reader.open(files, options);
}

}  // namespace robustream::test

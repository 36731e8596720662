// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>

namespace robustream::io {

enum class Severity {
  note,     ///< worth knowing; the numbers are right
  warning,  ///< read as stored, but the result may not be what was meant
  error     ///< refused when the file is read as a stream
};
const char* name(Severity severity) noexcept;

/// One thing found in a file, with its place.
struct Finding {
  Severity severity = Severity::note;
  StatusCode code = StatusCode::ok;  ///< what reading the stream would return; ok for notes and warnings
  std::string file;
  std::string dataset;       ///< path inside the file, empty if the whole file is meant
  std::int64_t row = -1;     ///< row of the data (from 0), -1 if none
  std::int64_t column = -1;  ///< column of the data (from 0), -1 if none
  std::string text;          ///< one line: what, and what to do; without file and dataset

  /// "file: dataset: text", as a Status message has it.
  std::string line() const;
  Status status() const { return Status(code, line()).at(row, column); }
};
using Findings = std::vector<Finding>;

}  // namespace robustream::io

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <robustream/base/status.hpp>
#include <robustream/cli/exit_codes.hpp>
#include <robustream/cli/text_output.hpp>

namespace robustream::cli {

using Json = nlohmann::ordered_json;

/// Where a command talks to: results to `out` (standard output), remarks to standard error.
struct Console {
  bool json = false;   ///< exactly one JSON document on standard output
  bool quiet = false;  ///< no progress, notes and warnings; errors are always shown
  TextOutput out;
  std::vector<std::string> warnings;  ///< those given so far, for the JSON document

  /// "robustream: <text>" on standard error.
  void note(const std::string& text) const;
  /// "robustream: warning: <text>" on standard error.
  void warn(const std::string& text);
  /// "robustream: error: <text>" on standard error, quiet or not.
  void error(const std::string& text) const;
};

/// How a command ended: an exit code after its results were written, or an error that the program reports in one place
/// (application.cpp), as a line or as a JSON document.
struct Outcome {
  ExitCode code = exit_ok;
  Status status;
  Json details = Json::object();  ///< more members for the JSON document's "error"
  bool document_written = false;  ///< the command has put the error into its own document

  Outcome(ExitCode finished) : code(finished) {}
  Outcome(Status error) : code(exit_code(error.code())), status(std::move(error)) {}
  Outcome(Status error, Json more) : Outcome(std::move(error)) { details = std::move(more); }
};

}  // namespace robustream::cli

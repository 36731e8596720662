// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <robustream/base/options.hpp>
#include <robustream/base/status.hpp>
#include <robustream/cli/device.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::cli {

// Groups of options that several commands share. add() declares them; resolve() turns the text into the library's
// options after parsing, or says which name or number is wrong.

/// What is read from the files, and how.
class StreamArguments {
 public:
  /// Everything, for fit.
  void add(CLI::App& app);
  /// Where things are in the files, without what fit does with rows (--missing, --skip-empty, --across-files).
  void add_places(CLI::App& app);
  Status resolve(io::StreamOptions& options) const;

 private:
  std::string x_, y_, w_, dataset_, columns_, response_, layout_, missing_;
  long long batch_ = 0;
  bool across_files_ = false;
  bool allow_external_links_ = false;
  CLI::Option* w_option_ = nullptr;
};

/// The model: settings that change the answer.
class ModelArguments {
 public:
  void add(CLI::App& app);
  /// Names and ranges are checked.
  Status resolve(Options& options) const;

 private:
  Options values_;
  std::string loss_, penalty_, solver_;
  bool no_intercept_ = false;
};

/// Where it runs.
class DeviceArguments {
 public:
  void add(CLI::App& app);
  /// What only fit can use: --reproducible, --tf32.
  void add_arithmetic(CLI::App& app);
  Status resolve(DeviceOptions& options) const;

 private:
  std::string device_;
  DeviceOptions values_;
};

/// "a,b,c" -> {"a", "b", "c"}; blanks round the names are dropped. Empty text: no names.
std::vector<std::string> split_names(const std::string& text);

}  // namespace robustream::cli

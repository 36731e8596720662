// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

namespace robustream::cli {

/// Options that stand under one heading in --help.
class OptionGroup {
 public:
  OptionGroup(CLI::App& app, const char* heading) : app_(app), heading_(heading) {}

  /// Shows the value that `value` has now as the default. `type` is what the user gives: NUMBER, FILE, DATASET.
  template <class T> CLI::Option* option(const std::string& name, T& value, const char* type, const std::string& text) {
    return without_default(name, value, type, text)->capture_default_str();
  }
  /// For options whose absence means something: the text says what.
  template <class T>
  CLI::Option* without_default(const std::string& name, T& value, const char* type, const std::string& text) {
    return app_.add_option(name, value, text)->type_name(type)->group(heading_);
  }
  CLI::Option* flag(const std::string& name, bool& value, const std::string& text) {
    return app_.add_flag(name, value, text)->group(heading_);
  }

 private:
  CLI::App& app_;
  const char* heading_;
};

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/console.hpp>

#include <cstdio>

#include <fmt/format.h>

namespace robustream::cli {
namespace {

// One call a line, so that lines of several processes on one terminal do not mix.
void line(const std::string& text) {
  const std::string whole = "robustream: " + text + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

void Console::note(const std::string& text) const {
  if (!quiet) line(text);
}

void Console::warn(const std::string& text) {
  warnings.push_back(text);
  if (!quiet) line("warning: " + text);
}

void Console::error(const std::string& text) const { line("error: " + text); }

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/human_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace robustream::cli {

std::string with_separators(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > sign + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string counted(std::int64_t number, const std::string& noun) {
  const char* ending = number == 1 ? "" : noun.back() == 'h' ? "es" : "s";
  return with_separators(number) + " " + noun + ending;
}

std::string brief(double value) { return fmt::format("{:.3g}", value); }

std::string clock_text(double seconds) {
  const std::int64_t total = std::llround(std::max(0.0, std::min(seconds, 1e9)));
  const std::int64_t hours = total / 3600;
  if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, total / 60 % 60, total % 60);
  return fmt::format("{}:{:02}", total / 60, total % 60);
}

std::string file_name(const std::string& path) {
  const auto slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace robustream::cli

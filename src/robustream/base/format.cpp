// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/format.hpp>

#include <charconv>
#include <cmath>

namespace robustream {

std::string format_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, result.ptr);
}

}  // namespace robustream

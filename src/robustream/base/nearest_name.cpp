// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/nearest_name.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>

namespace robustream {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(const std::string& text, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t distance = static_cast<std::size_t>(-1);
  for (const auto& candidate : candidates) {
    const std::size_t d = edit_distance(lower(text), lower(candidate));
    if (d < distance) {
      distance = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace robustream

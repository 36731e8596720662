// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace robustream {

/// The candidate with the smallest edit distance to `text` (case ignored); the first of several.
std::string nearest_name(const std::string& text, const std::vector<std::string>& candidates);

}  // namespace robustream

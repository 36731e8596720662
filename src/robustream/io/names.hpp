// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace robustream::io {

/// "a, b, c", cut after 20 names.
std::string join_names(const std::vector<std::string>& names);
/// The parts of "a,b,c" without blanks around them.
std::vector<std::string> split_names(const std::string& text);

}  // namespace robustream::io

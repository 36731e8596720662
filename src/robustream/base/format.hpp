// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace robustream {

/// Shortest decimal text that reads back as the same float64; a point whatever the locale; "nan", "inf", "-inf".
std::string format_number(double value);

}  // namespace robustream

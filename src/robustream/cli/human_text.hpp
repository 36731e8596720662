// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

namespace robustream::cli {

// Numbers and names as people read them; data never goes through these (see format_number in base/format.hpp).

/// 327346 -> "327,346".
std::string with_separators(std::int64_t number);
/// "1 row", "2,000 rows", "3 batches".
std::string counted(std::int64_t number, const std::string& noun);
/// 3 significant digits: "1.2e-11", "0.0213".
std::string brief(double value);
/// "1:02:03" or "4:05", from seconds.
std::string clock_text(double seconds);
/// The last part of a path.
std::string file_name(const std::string& path);

}  // namespace robustream::cli

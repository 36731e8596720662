// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include <robustream/base/nearest_name.hpp>
#include <robustream/base/status.hpp>

namespace robustream::cli {

/// Sets `result` to the value whose name() is `text`; otherwise invalid_option with the valid names and the nearest.
/// The program's own choices are read the same way as the library's (base/options.hpp).
template <class Enum>
Status choose(const char* option, const std::string& text, std::initializer_list<Enum> values, Enum& result) {
  std::vector<std::string> names;
  std::string list;
  for (Enum value : values) {
    if (text == name(value)) {
      result = value;
      return {};
    }
    names.emplace_back(name(value));
    list += (list.empty() ? "" : ", ") + names.back();
  }
  return {StatusCode::invalid_option, std::string("option ") + option + ": '" + text + "' is not one of " + list +
                                          "; the nearest is '" + nearest_name(text, names) + "'"};
}

}  // namespace robustream::cli

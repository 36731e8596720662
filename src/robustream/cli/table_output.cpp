// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/table_output.hpp>

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace robustream::cli {

void Table::print(TextOutput& out, const std::string& indent) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(column.title.size());
  for (const auto& row : rows_) {
    if (row.size() != columns_.size()) continue;
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  const auto print_row = [&](const std::vector<std::string>& row) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += columns_[i].right ? fmt::format("{:>{}}", row[i], widths[i]) : fmt::format("{:<{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out.write(line + "\n");
  };
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  if (std::any_of(titles.begin(), titles.end(), [](const std::string& title) { return !title.empty(); })) {
    print_row(titles);
  }
  for (const auto& row : rows_) {
    if (row.size() == columns_.size()) {
      print_row(row);
    } else {
      out.write(indent + row.front() + "\n");
    }
  }
}

}  // namespace robustream::cli

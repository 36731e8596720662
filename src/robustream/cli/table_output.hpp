// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include <robustream/cli/text_output.hpp>

namespace robustream::cli {

/// Columns of text for people: as wide as their widest entry, two blanks between them.
class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;  ///< numbers: aligned at the right
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One entry a column.
  void row(std::vector<std::string> entries) { rows_.push_back(std::move(entries)); }
  /// A line of its own between rows, e.g. for rows left out.
  void line(std::string text) { rows_.push_back({std::move(text)}); }
  void print(TextOutput& out, const std::string& indent = "") const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace robustream::cli

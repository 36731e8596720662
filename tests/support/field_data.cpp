// SPDX-License-Identifier: BSD-3-Clause
#include <support/field_data.hpp>

namespace robustream::test {

Table stackloss() {
  const double rows[21][4] = {{80, 27, 89, 42}, {80, 27, 88, 37}, {75, 25, 90, 37}, {62, 24, 87, 28}, {62, 22, 87, 18},
                              {62, 23, 87, 18}, {62, 24, 93, 19}, {62, 24, 93, 20}, {58, 23, 87, 15}, {58, 18, 80, 14},
                              {58, 18, 89, 14}, {58, 17, 88, 13}, {58, 18, 82, 11}, {58, 19, 93, 12}, {50, 18, 89, 8},
                              {50, 18, 86, 7},  {50, 19, 72, 8},  {50, 19, 79, 8},  {50, 20, 80, 9},  {56, 20, 82, 15},
                              {70, 20, 91, 15}};
  Table table{21, 3, {}, {}};
  for (const auto& row : rows) {
    table.x.insert(table.x.end(), row, row + 3);
    table.y.push_back(row[3]);
  }
  return table;
}

Table phones(double century) {
  Table table{24, 1, {}, {4.4,  4.7,  4.7, 5.9, 6.6, 7.3, 8.1, 8.8, 10.6, 12, 13.5, 14.9,
                          16.1, 21.2, 119, 124, 142, 159, 182, 212, 43,   24, 27,   29}};
  for (int year = 50; year <= 73; ++year) table.x.push_back(century + year);
  return table;
}

Table rows_of(const Table& table, std::size_t first, std::size_t count) {
  const auto x = table.x.begin() + static_cast<std::ptrdiff_t>(first * table.features);
  const auto y = table.y.begin() + static_cast<std::ptrdiff_t>(first);
  return {count,
          table.features,
          {x, x + static_cast<std::ptrdiff_t>(count * table.features)},
          {y, y + static_cast<std::ptrdiff_t>(count)}};
}

}  // namespace robustream::test

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

/// Small data sets whose right answers are known exactly (as rationals). Rows x features, row after row.
namespace robustream::test {

struct Table {
  std::size_t rows = 0, features = 0;
  std::vector<double> x, y;
};

/// Brownlee's stack loss data: air flow, water temperature, acid concentration -> loss.
Table stackloss();
/// Telephone calls in Belgium, year 50..73 (+ `century`) -> tens of millions of calls; six years are in another unit.
Table phones(double century = 0.0);
/// Rows [first, first + count) of a table.
Table rows_of(const Table& table, std::size_t first, std::size_t count);

}  // namespace robustream::test

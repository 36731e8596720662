// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string_view>

namespace robustream::perf {

/// A stream of `rows` rows with `features` columns, fed in batches of `batch` rows (the last may be shorter).
struct Shape {
  const char* name;
  std::int64_t rows;
  int features;
  std::int64_t batch;

  constexpr std::int64_t values() const { return rows * features; }
  constexpr std::int64_t batches() const { return (rows + batch - 1) / batch; }
};

/// Every shape that the performance suite knows, once. Programs and scripts ask for them by name.
inline constexpr Shape shapes[] = {
    {"latency", 4096, 16, 4096},           // one small batch: overheads
    {"wide", 16384, 256, 4096},            // many columns: q x q work against few rows
    {"reference", 100000, 90, 32768},      // the reference implementation's own benchmark
    {"streaming", 1000000, 32, 65536},     // many middle-sized batches
    {"scaling", 4000000, 32, 500000},      // threads against one thread
    {"tall", 8000000, 32, 1000000},        // memory bandwidth
    {"large", 4000000, 90, 1000000},       // memory bandwidth and arithmetic in balance
    {"large-wide", 2000000, 256, 500000},  // arithmetic
    {"widest", 400000, 1024, 100000},      // arithmetic, and q x q work
};

/// The smoke profile: shapes of at most this many values of X, which small machines run in seconds.
inline constexpr std::int64_t smoke_values = 10000000;

/// Null if there is no shape of that name.
constexpr const Shape* find_shape(std::string_view name) {
  for (const Shape& shape : shapes) {
    if (name == shape.name) return &shape;
  }
  return nullptr;
}

}  // namespace robustream::perf

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <random>

#include <Kokkos_Core.hpp>

#include <robustream/robustream.hpp>

namespace robustream::test {

using Exec = Kokkos::DefaultHostExecutionSpace;
using Matrix = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>;
using Vector = Kokkos::View<double*, Kokkos::HostSpace>;

/// n rows of p normal features, y = x'b + 0.5 + noise with one outlier in twenty rows.
struct Data {
  Matrix x;
  Vector y;
  Data(int n, int p, unsigned seed = 1) : x("x", n, p), y("y", n) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    for (int i = 0; i < n; ++i) {
      double value = 0.5 + normal(engine);
      for (int j = 0; j < p; ++j) {
        x(i, j) = normal(engine);
        value += x(i, j) * (j % 3 - 1.0) / std::sqrt(static_cast<double>(p));
      }
      y(i) = i % 20 == 7 ? value + 50.0 : value;
    }
  }
};

}  // namespace robustream::test

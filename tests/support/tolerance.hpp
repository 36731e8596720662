// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

/// How far a vector is from what it should be, as one number.
namespace robustream::test {

/// max_i |actual_i - expected_i| / (1 + max_i |expected_i|): relative to the largest entry, absolute near zero.
/// Infinity if the lengths differ or an entry is NaN.
template <class A, class B> double distance(const std::vector<A>& actual, const std::vector<B>& expected) {
  if (actual.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double size = 0, worst = 0;
  for (const B value : expected) size = std::fmax(size, std::fabs(static_cast<double>(value)));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double gap = static_cast<double>(std::fabs(static_cast<long double>(actual[i]) - expected[i]));
    if (std::isnan(gap)) return std::numeric_limits<double>::infinity();
    worst = std::fmax(worst, gap);
  }
  return worst / (1 + size);
}

inline double distance(double actual, double expected) {
  return distance(std::vector<double>{actual}, std::vector<double>{expected});
}

}  // namespace robustream::test

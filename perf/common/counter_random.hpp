// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>

namespace robustream::perf {

/// Random numbers of one row of a benchmark's data: a function of (seed, row) alone, so that rows can be made by any
/// thread in any order. Quick rather than thorough: splitmix64 under Box and Muller's transform.
class CounterRandom {
 public:
  CounterRandom(std::uint64_t seed, std::uint64_t row) : state_(mix(mix(seed) + row)) {}

  /// In (0, 1), symmetric about 1/2.
  double uniform() {
    state_ += 0x9e3779b97f4a7c15u;
    return (static_cast<double>(mix(state_) >> 12) + 0.5) * 0x1p-52;
  }

  /// Two independent standard normal numbers.
  void normals(double& first, double& second) {
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    const double angle = 6.283185307179586 * uniform();
    first = radius * std::cos(angle);
    second = radius * std::sin(angle);
  }

  /// Student's t with 2 degrees of freedom, by its quantile.
  double t2() {
    const double u = uniform();
    return (2.0 * u - 1.0) / std::sqrt(2.0 * u * (1.0 - u));
  }

 private:
  static std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
  }
  std::uint64_t state_;
};

}  // namespace robustream::perf

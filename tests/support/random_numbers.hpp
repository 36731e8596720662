// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>
#include <random>

namespace robustream::test {

/// Random numbers that are the same on every platform: the standard fixes the engine, but not its distributions.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [0, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// A power of ten with uniform exponent.
  double log_uniform(double low, double high) { return std::pow(10.0, uniform(std::log10(low), std::log10(high))); }
  bool chance(double probability) { return uniform() < probability; }
  /// Uniform in low..high, both included.
  int integer(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  double sign() { return chance(0.5) ? 1.0 : -1.0; }

  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
  double cauchy() { return std::tan(3.141592653589793 * (uniform() - 0.5)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace robustream::test

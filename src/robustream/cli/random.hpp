// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <random>

namespace robustream::cli {

/// Random numbers that are the same on every platform and with every compiler: std::mt19937_64 is fixed by the C++
/// standard, the distributions of <random> are not, nor are the last bits of std::log. Everything below uses only
/// + - * / and square roots, which IEEE 754 rounds in one way (its file is compiled without fused multiply-add).
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// In (0, 1), odd multiples of 2^-53: never 0, 1/2 or 1, symmetric about 1/2.
  double uniform() { return (static_cast<double>(engine_() >> 12) + 0.5) * 0x1p-52; }
  /// Standard normal, by inversion: one uniform() each, so a stream can be cut anywhere.
  double normal();
  /// Student's t with 2 degrees of freedom (infinite variance), one uniform().
  double t2();
  /// Student's t with 3 degrees of freedom, four normals.
  double t3();
  /// Standard Cauchy (no mean), two normals.
  double cauchy();

 private:
  std::mt19937_64 engine_;
};

}  // namespace robustream::cli

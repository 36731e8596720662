// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <reference/problem.hpp>

namespace robustream::test {

/// A stream of batches with the options to fit it with, all decided by the seed.
struct RandomStream {
  std::uint64_t seed = 0;
  reference::Options options;
  std::vector<reference::Batch> batches;
  std::string description;  ///< shape and traps, one line
};

/// 1 to 4 batches of 1 to 500 rows, 1 to 40 features. Both penalties, with and without intercept. Traps, each in some
/// streams: weights (integer, zero, tiny, huge), outliers up to 1e6 times the noise, heavy tails, leverage points,
/// column scales from 1e-3 to 1e3, column offsets and response offsets to 1e8, constant, doubled, summed and nearly
/// collinear columns, coefficients that jump between batches, thresholds far from the noise.
RandomStream random_stream(std::uint64_t seed);

/// The same stream with all numbers rounded to float.
RandomStream rounded_to_float(RandomStream stream);

}  // namespace robustream::test

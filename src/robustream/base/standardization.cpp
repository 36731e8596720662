// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/standardization.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace robustream {

void choose_coordinates(double mean, double spread, double& centre, double& scale) {
  scale = 1.0;
  if (std::isfinite(spread) && spread > 0.0) {
    // Powers of two beyond this range would make 1 / scale or the squares of scaled values leave float64.
    const int exponent = std::clamp(static_cast<int>(std::lround(std::log2(spread))), -1000, 1000);
    scale = std::ldexp(1.0, exponent);
  }
  // A centre with few bits keeps x - centre exact for columns far from zero, and is 0 for columns about zero.
  const double unit = 0.25 * scale;
  centre = std::isfinite(mean) ? unit * std::nearbyint(mean / unit) : 0.0;
  if (!std::isfinite(centre)) centre = mean;
}

void to_user(const Standardization& s, bool intercept, const double* standardised, double* user) {
  const std::size_t p = s.scale.size();
  double shift = 0.0;
  for (std::size_t j = 0; j < p; ++j) {
    const double b = standardised[j] / s.scale[j];
    if (s.centre[j] != 0.0) shift += s.centre[j] * b;
    user[j] = b;
  }
  if (intercept) user[p] = standardised[p] - shift;
}

void to_standardised(const Standardization& s, bool intercept, const double* user, double* standardised) {
  const std::size_t p = s.scale.size();
  double shift = 0.0;
  for (std::size_t j = 0; j < p; ++j) {
    const double b = user[j];
    if (s.centre[j] != 0.0) shift += s.centre[j] * b;
    standardised[j] = b * s.scale[j];
  }
  if (intercept) standardised[p] = user[p] + shift;
}

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

namespace robustream {

/// The coordinates in which a stream is solved: z_j = (x_j - centre_j) / scale_j.
///
/// Fixed by the first batch. Scales are powers of two and centres are multiples of a fraction of the scale, so moving
/// between the user's coordinates and these rounds as little as possible. Vectors have one entry a feature; the
/// intercept's column of ones is the same in both.
struct Standardization {
  std::vector<double> centre;
  std::vector<double> scale;

  bool operator==(const Standardization& other) const { return centre == other.centre && scale == other.scale; }
};

/// A centre and a scale from a column's mean and spread: the scale is the power of two nearest to `spread` (1 if the
/// spread is 0 or not finite), the centre `mean` rounded to a multiple of scale / 4.
void choose_coordinates(double mean, double spread, double& centre, double& scale);

/// Coefficients z'b of the standardised columns -> those of the user's columns, b_j = b~_j / scale_j; the intercept
/// (last, if any) gains -sum_j centre_j b_j. `n` = features + intercept. In and out may be the same array.
void to_user(const Standardization& s, bool intercept, const double* standardised, double* user);
/// The inverse of to_user.
void to_standardised(const Standardization& s, bool intercept, const double* user, double* standardised);

}  // namespace robustream

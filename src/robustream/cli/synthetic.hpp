// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/cli/random.hpp>

namespace robustream::cli {

enum class Noise { normal, t2, t3, cauchy };
const char* name(Noise noise) noexcept;
Status parse(const std::string& text, Noise& noise);

/// A made-up regression problem: y = intercept + x'coefficients + noise (+ outlier).
struct SyntheticOptions {
  std::int64_t features = 8;
  std::uint64_t seed = 1;  ///< fixes the coefficients and, with `part`, the rows
  std::uint64_t part = 0;  ///< another part of the same stream: the same coefficients, other rows
  Noise noise = Noise::normal;
  double noise_scale = 1.0;     ///< units of y
  double outlier_share = 0.0;   ///< probability that a row's response is shifted, [0, 1]
  double outlier_size = 100.0;  ///< the shift, units of y
  double correlation = 0.0;     ///< of neighbouring features, (-1, 1): x_j = c x_(j-1) + sqrt(1 - c^2) z_j
  double sparsity = 0.0;        ///< share of the true coefficients that are 0, [0, 1]
  bool weights = false;         ///< row weights 0, 1, 2 or 3, equally likely
};

/// invalid_option naming the option and its range, or ok.
Status validate(const SyntheticOptions& options);

/// The rows of the problem, one after the other; where a caller cuts them into blocks makes no difference.
class SyntheticStream {
 public:
  explicit SyntheticStream(const SyntheticOptions& options);

  /// Fills the next row: `x` has one place a feature.
  void next(double* x, double& y, double& weight);

  const std::vector<double>& coefficients() const { return coefficients_; }
  double intercept() const { return intercept_; }

 private:
  double noise();

  SyntheticOptions options_;
  Random random_;
  std::vector<double> coefficients_;
  double intercept_ = 0.0;
  double innovation_ = 1.0;  // sqrt(1 - correlation^2)
};

}  // namespace robustream::cli

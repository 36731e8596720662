// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>

namespace robustream::cli {

/// R squared of a stream, 1 - sum w (y - prediction)^2 / sum w (y - mean)^2, from one row after the other: the spread
/// of y about its running mean (Welford), so that a large mean costs no digits. Rows with NaN are left out and counted.
class StreamedScore {
 public:
  void add(double y, double residual, double weight) {
    const double square = residual * residual;
    if (!std::isfinite(square) || !std::isfinite(y) || !(weight >= 0)) {
      ++left_out_;
      return;
    }
    ++rows_;
    if (weight == 0) return;
    weight_ += weight;
    const double from_mean = y - mean_;
    mean_ += from_mean * (weight / weight_);
    spread_ += weight * from_mean * (y - mean_);
    error_ += weight * square;
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t left_out() const { return left_out_; }
  /// None without rows; 1 or 0 when y does not vary (and is, or is not, met exactly), as scikit-learn has it.
  std::optional<double> value() const {
    if (weight_ <= 0) return std::nullopt;
    if (spread_ <= 0) return error_ == 0 ? 1.0 : 0.0;
    return 1 - error_ / spread_;
  }

 private:
  std::int64_t rows_ = 0;
  std::int64_t left_out_ = 0;
  double weight_ = 0.0;
  double mean_ = 0.0;
  double spread_ = 0.0;
  double error_ = 0.0;
};

}  // namespace robustream::cli

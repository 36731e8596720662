// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/base/options.hpp>
#include <robustream/base/standardization.hpp>
#include <robustream/base/status.hpp>

namespace robustream {

/// All that a stream leaves behind: plain data on the host, float64, enough to go on with the next batch.
///
/// Coefficients and information matrix are kept in standardised coordinates, since about zero a column at 1e8 has lost
/// its digits; coefficients(), intercept() and information() return the user's coordinates. q = features + intercept.
struct State {
  Options options;
  std::int64_t features = 0;               ///< p; 0 before the first accepted batch
  std::vector<std::string> feature_names;  ///< p names, or empty
  Standardization standardization;         ///< p centres and scales, fixed by the first batch
  std::vector<double> beta;                ///< q, standardised coordinates, intercept last
  std::vector<double> information_matrix;  ///< q x q, column-major, symmetric, standardised coordinates
  double weight_sum = 0.0;
  std::int64_t n_samples_seen = 0;  ///< rows, zero weights included
  std::int64_t batch_count = 0;     ///< accepted batches
  double previous_lambda = 0.0;     ///< l1 weight of the last accepted batch

  bool fitted() const { return batch_count > 0; }
  std::int64_t parameters() const { return features + (options.fit_intercept ? 1 : 0); }

  /// p coefficients in the user's coordinates, without the intercept.
  std::vector<double> coefficients() const;
  /// 0 when the model has none.
  double intercept() const;
  /// q x q, column-major, intercept last, in the user's coordinates.
  std::vector<double> information() const;

  /// invalid_state or not_positive_definite, saying what contradicts what: sizes, NaN, negative sums, scales <= 0, an
  /// information matrix that is not symmetric or has a clearly negative diagonal entry or pivot.
  Status check() const;
  /// check() without the search for negative pivots, which costs q^3 / 3 operations.
  Status check_plain() const;
};

/// A state in the user's coordinates, as other programs keep it. Coordinates are chosen from the information matrix.
struct UserState {
  Options options;
  std::vector<std::string> feature_names;
  std::vector<double> coefficients;  ///< p
  double intercept = 0.0;
  std::vector<double> information;  ///< q x q, column-major, intercept last
  double weight_sum = 0.0;
  std::int64_t n_samples_seen = 0;
  std::int64_t batch_count = 0;
  double previous_lambda = 0.0;
};

/// invalid_state, not_positive_definite or ok; `state` is written only when ok.
Status make_state(const UserState& user, State& state);

}  // namespace robustream

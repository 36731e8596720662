// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <vector>

#include <reference/linear_algebra.hpp>

namespace robustream::reference {

/// The options that decide what the minimiser is. How one gets there (tolerances, ridge, iterations) is not the
/// oracle's business.
struct Options {
  Real tau = 1.345L;
  bool l1 = false;
  std::optional<Real> lambda;
  Real lambda_scale = 1;
  Real bandwidth_scale = 1;
  bool fit_intercept = true;
};

/// One batch in the user's coordinates; x row after row, w empty for weights of 1.
struct Batch {
  std::size_t rows = 0, features = 0;
  std::vector<double> x, y, w;

  double weight(std::size_t i) const { return w.empty() ? 1.0 : w[i]; }
};

/// z_j = (x_j - centre_j) / scale_j, one entry a feature. Any choice describes the same problem; a good one saves
/// digits.
struct Coordinates {
  Vector centre, scale;
};
/// Weighted means and standard deviations of the batch; centres 0 without an intercept, scale 1 where nothing varies.
Coordinates coordinates_of(const Batch& batch, bool fit_intercept);

/// b~_j = scale_j b_j, and the intercept (last) gains sum_j centre_j b_j.
Vector to_standardised(const Coordinates& coordinates, bool fit_intercept, const Vector& user);
Vector to_user(const Coordinates& coordinates, bool fit_intercept, const Vector& standardised);

/// What the batches so far have left. Empty (no coefficients) before the first batch.
struct State {
  Coordinates coordinates;
  Vector coefficients;  ///< standardised, intercept last
  Matrix information;   ///< standardised
  Real weight_sum = 0;
  Real previous_lambda = 0;

  bool empty() const { return coefficients.empty(); }
};
/// A state given in the user's coordinates; of the information matrix the symmetric part counts.
State make_state(const Coordinates& coordinates, bool fit_intercept, const Vector& coefficients,
                 const Matrix& information, Real weight_sum, Real previous_lambda);

/// min(scale / (sqrt(N) log(max(p, 2))), tau)
Real bandwidth(Real total_weight, std::size_t features, const Options& options);
/// lambda_scale tau sqrt(log(max(p, 2)) / N), or the fixed value; 0 without a penalty.
Real lambda(Real total_weight, std::size_t features, const Options& options);

/// The minimisation that one batch asks for, in standardised coordinates:
///   F(b) = (sum w rho(y - Zb) + (b - b0)' J (b - b0) / 2) / N - s'b + sum_j lambda_j |b_j|.
/// With an intercept the response is measured from `response_centre`, which only shifts the intercept: a response at
/// 1e8 then costs no digits.
struct Problem {
  Options options;
  Coordinates coordinates;
  Matrix z;               ///< n x q, the intercept's ones last
  Vector y, w;            ///< y less response_centre
  Vector previous;        ///< b0
  Matrix information;     ///< J
  Vector linear;          ///< s
  Vector lambda;          ///< one weight a coordinate, 0 for the intercept
  Real lambda_value = 0;  ///< the weight in the user's coordinates
  Real bandwidth = 0;
  Real previous_weight = 0;  ///< W
  Real total_weight = 0;     ///< N
  Real response_centre = 0;
  Vector proximal_weight;  ///< empty, or F gains sum_j weight_j (b_j - centre_j)^2 / 2 (the solver's own device)
  Vector proximal_centre;
  bool first = true;  ///< no batch before this one

  std::size_t rows() const { return z.rows; }
  std::size_t parameters() const { return z.columns; }
  /// Coefficients of this problem (standardised, shifted) <-> the user's.
  Vector from_user(const Vector& user) const;
  Vector to_user(const Vector& b) const;
};
/// In the state's coordinates; for the first batch in those given, or of the batch's own moments.
Problem make_problem(const Batch& batch, const State& state, const Options& options,
                     const Coordinates* first_coordinates = nullptr);

/// The state after the batch, when its coefficients are `b` (of the problem).
State state_after(const Problem& problem, const Vector& b);

}  // namespace robustream::reference

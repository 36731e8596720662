// SPDX-License-Identifier: BSD-3-Clause
#include <reference/problem.hpp>

#include <algorithm>

#include <reference/objective.hpp>

namespace robustream::reference {
namespace {

Real log_features(std::size_t features) { return std::log(Real(std::max<std::size_t>(features, 2))); }

Real sign(Real value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// The middle response of the rows that count: near every y that is no outlier, and exact in float64, so that y minus
/// it is exact in long double.
Real middle_response(const Batch& batch) {
  std::vector<double> y;
  for (std::size_t i = 0; i < batch.rows; ++i) {
    if (batch.weight(i) > 0) y.push_back(batch.y[i]);
  }
  if (y.empty()) return 0;
  const auto middle = y.begin() + static_cast<std::ptrdiff_t>(y.size() / 2);
  std::nth_element(y.begin(), middle, y.end());
  return *middle;
}

}  // namespace

Coordinates coordinates_of(const Batch& batch, bool fit_intercept) {
  Coordinates result{Vector(batch.features, 0), Vector(batch.features, 1)};
  Real total = 0;
  for (std::size_t i = 0; i < batch.rows; ++i) total += batch.weight(i);
  for (std::size_t j = 0; j < batch.features && total > 0; ++j) {
    Real mean = 0, spread = 0;
    for (std::size_t i = 0; i < batch.rows; ++i) mean += batch.weight(i) * Real(batch.x[i * batch.features + j]);
    // Rounded to float64, so that x minus the centre is exact in long double.
    mean = fit_intercept ? Real(static_cast<double>(mean / total)) : 0;
    for (std::size_t i = 0; i < batch.rows; ++i) {
      const Real deviation = batch.x[i * batch.features + j] - mean;
      spread += batch.weight(i) * deviation * deviation;
    }
    result.centre[j] = mean;
    if (spread > 0) result.scale[j] = std::sqrt(spread / total);
  }
  return result;
}

Vector to_standardised(const Coordinates& coordinates, bool fit_intercept, const Vector& user) {
  Vector result = user;
  for (std::size_t j = 0; j < coordinates.scale.size(); ++j) {
    if (fit_intercept) result.back() += coordinates.centre[j] * user[j];
    result[j] = user[j] * coordinates.scale[j];
  }
  return result;
}

Vector to_user(const Coordinates& coordinates, bool fit_intercept, const Vector& standardised) {
  Vector result = standardised;
  for (std::size_t j = 0; j < coordinates.scale.size(); ++j) {
    result[j] = standardised[j] / coordinates.scale[j];
    if (fit_intercept) result.back() -= coordinates.centre[j] * result[j];
  }
  return result;
}

State make_state(const Coordinates& coordinates, bool fit_intercept, const Vector& coefficients,
                 const Matrix& information, Real weight_sum, Real previous_lambda) {
  State state;
  state.coordinates = coordinates;
  state.coefficients = to_standardised(coordinates, fit_intercept, coefficients);
  state.weight_sum = weight_sum;
  state.previous_lambda = previous_lambda;
  // b = T b~, so J~ = T' J T, where T divides by the scales and takes the centres out of the intercept.
  const std::size_t q = coefficients.size(), p = coordinates.scale.size();
  Matrix t(q, q);
  for (std::size_t j = 0; j < p; ++j) {
    t(j, j) = 1 / coordinates.scale[j];
    if (fit_intercept) t(p, j) = -coordinates.centre[j] / coordinates.scale[j];
  }
  if (fit_intercept) t(p, p) = 1;
  Matrix half(q, q);
  state.information = Matrix(q, q);
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) {
      for (std::size_t k = 0; k < q; ++k) half(i, j) += (information(i, k) + information(k, i)) / 2 * t(k, j);
    }
  }
  for (std::size_t i = 0; i < q; ++i) {
    for (std::size_t j = 0; j < q; ++j) {
      for (std::size_t k = 0; k < q; ++k) state.information(i, j) += t(k, i) * half(k, j);
    }
  }
  return state;
}

Real bandwidth(Real total_weight, std::size_t features, const Options& options) {
  return std::min(options.bandwidth_scale / (std::sqrt(total_weight) * log_features(features)), options.tau);
}

Real lambda(Real total_weight, std::size_t features, const Options& options) {
  if (!options.l1) return 0;
  if (options.lambda) return *options.lambda;
  return options.lambda_scale * options.tau * std::sqrt(log_features(features) / total_weight);
}

Vector Problem::from_user(const Vector& user) const {
  Vector b = to_standardised(coordinates, options.fit_intercept, user);
  if (options.fit_intercept) b.back() -= response_centre;
  return b;
}

Vector Problem::to_user(const Vector& b) const {
  Vector shifted = b;
  if (options.fit_intercept) shifted.back() += response_centre;
  return reference::to_user(coordinates, options.fit_intercept, shifted);
}

Problem make_problem(const Batch& batch, const State& state, const Options& options,
                     const Coordinates* first_coordinates) {
  Problem result;
  const std::size_t n = batch.rows, p = batch.features, q = p + (options.fit_intercept ? 1 : 0);
  result.options = options;
  result.first = state.empty();
  if (result.first) {
    result.coordinates = first_coordinates ? *first_coordinates : coordinates_of(batch, options.fit_intercept);
  } else {
    result.coordinates = state.coordinates;
  }
  result.response_centre = options.fit_intercept ? middle_response(batch) : 0;
  result.z = Matrix(n, q);
  result.y.resize(n);
  result.w.resize(n);
  result.previous_weight = result.total_weight = state.weight_sum;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < p; ++j) {
      result.z(i, j) = (batch.x[i * p + j] - result.coordinates.centre[j]) / result.coordinates.scale[j];
    }
    if (options.fit_intercept) result.z(i, p) = 1;
    result.y[i] = batch.y[i] - result.response_centre;
    result.w[i] = batch.weight(i);
    result.total_weight += result.w[i];
  }
  result.bandwidth = reference::bandwidth(result.total_weight, p, options);
  result.lambda_value = reference::lambda(result.total_weight, p, options);
  result.previous = result.first ? Vector(q, 0) : state.coefficients;
  result.information = result.first ? Matrix(q, q) : state.information;
  result.lambda.assign(q, 0);
  result.linear.assign(q, 0);
  for (std::size_t j = 0; j < p && options.l1; ++j) {
    result.lambda[j] = result.lambda_value / result.coordinates.scale[j];
    result.linear[j] = state.weight_sum / result.total_weight * state.previous_lambda * sign(result.previous[j]) /
                       result.coordinates.scale[j];
  }
  if (options.fit_intercept) result.previous.back() -= result.response_centre;
  return result;
}

State state_after(const Problem& problem, const Vector& b) {
  State state;
  state.coordinates = problem.coordinates;
  state.coefficients = b;
  if (problem.options.fit_intercept) state.coefficients.back() += problem.response_centre;
  state.information = problem.information;
  const Matrix gained = information_gain(problem, b);
  for (std::size_t k = 0; k < gained.values.size(); ++k) state.information.values[k] += gained.values[k];
  state.weight_sum = problem.total_weight;
  state.previous_lambda = problem.lambda_value;
  return state;
}

}  // namespace robustream::reference

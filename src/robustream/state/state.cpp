// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/state/state.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

#include <robustream/base/format.hpp>

namespace robustream {
namespace {

Status invalid(const std::string& text) { return {StatusCode::invalid_state, "state: " + text}; }

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Cholesky's pivots of the matrix scaled to a unit diagonal; a pivot below this is more than rounding.
constexpr double negative_pivot = -1e-8;
constexpr double zero_pivot = 1e-10;

Status check_semidefinite(const std::vector<double>& a, std::size_t q) {
  std::vector<double> scale(q);
  for (std::size_t j = 0; j < q; ++j) {
    const double d = a[j * q + j];
    if (d < 0.0) {
      return {StatusCode::not_positive_definite, "state: the information matrix has the diagonal entry " +
                                                     format_number(d) + " at " + std::to_string(j) +
                                                     "; an information matrix is positive semidefinite"};
    }
    scale[j] = d > 0.0 ? 1.0 / std::sqrt(d) : 0.0;
  }
  std::vector<double> l(q * q, 0.0);
  for (std::size_t j = 0; j < q; ++j) {
    for (std::size_t i = j; i < q; ++i) l[j * q + i] = a[j * q + i] * scale[i] * scale[j];
  }
  for (std::size_t j = 0; j < q; ++j) {
    const double pivot = l[j * q + j];
    if (pivot < negative_pivot) {
      return {StatusCode::not_positive_definite, "state: the information matrix is not positive semidefinite (pivot " +
                                                     std::to_string(j) + " is " + format_number(pivot) +
                                                     " of a unit diagonal)"};
    }
    if (pivot <= zero_pivot) continue;
    for (std::size_t k = j + 1; k < q; ++k) {
      const double factor = l[j * q + k] / pivot;
      if (factor == 0.0) continue;
      for (std::size_t i = k; i < q; ++i) l[k * q + i] -= factor * l[j * q + i];
    }
  }
  return {};
}

Status check_counters(double weight_sum, std::int64_t seen, std::int64_t batches, double previous_lambda) {
  if (!std::isfinite(weight_sum) || weight_sum <= 0.0)
    return invalid("weight_sum = " + format_number(weight_sum) + " must be above 0");
  if (seen < 1 || batches < 1 || batches > seen) {
    return invalid("n_samples_seen = " + std::to_string(seen) + " and batch_count = " + std::to_string(batches) +
                   " contradict each other");
  }
  if (!std::isfinite(previous_lambda) || previous_lambda < 0.0) {
    return invalid("previous_lambda = " + format_number(previous_lambda) + " must be 0 or above");
  }
  return {};
}

}  // namespace

std::vector<double> State::coefficients() const {
  std::vector<double> user(beta.size());
  if (fitted()) to_user(standardization, options.fit_intercept, beta.data(), user.data());
  user.resize(static_cast<std::size_t>(features));
  return user;
}

double State::intercept() const {
  if (!fitted() || !options.fit_intercept) return 0.0;
  std::vector<double> user(beta.size());
  to_user(standardization, true, beta.data(), user.data());
  return user.back();
}

std::vector<double> State::information() const {
  // x = (D z + m, 1): J_user = A J A' with A = [D m; 0 1].
  const auto q = static_cast<std::size_t>(parameters());
  const auto p = static_cast<std::size_t>(features);
  const auto& j = information_matrix;
  std::vector<double> user(q * q);
  const auto scale = [&](std::size_t k) { return k < p ? standardization.scale[k] : 1.0; };
  const auto centre = [&](std::size_t k) { return k < p && q > p ? standardization.centre[k] : 0.0; };
  for (std::size_t c = 0; c < q; ++c) {
    for (std::size_t r = 0; r < q; ++r) {
      double value = scale(r) * scale(c) * j[c * q + r];
      if (centre(c) != 0.0) value += scale(r) * centre(c) * j[p * q + r];
      if (centre(r) != 0.0) value += centre(r) * scale(c) * j[c * q + p];
      if (centre(r) != 0.0 && centre(c) != 0.0) value += centre(r) * centre(c) * j[p * q + p];
      user[c * q + r] = value;
    }
  }
  return user;
}

Status State::check() const {
  if (const Status status = check_plain(); !status.ok() || !fitted()) return status;
  return check_semidefinite(information_matrix, static_cast<std::size_t>(parameters()));
}

Status State::check_plain() const {
  if (const Status status = validate(options); !status.ok()) return status;
  if (!fitted()) return batch_count == 0 ? Status() : invalid("batch_count is negative");
  if (features < 1) return invalid("features = " + std::to_string(features) + " must be 1 or above");
  const auto p = static_cast<std::size_t>(features);
  const auto q = static_cast<std::size_t>(parameters());
  if (beta.size() != q || information_matrix.size() != q * q || standardization.centre.size() != p ||
      standardization.scale.size() != p || (!feature_names.empty() && feature_names.size() != p)) {
    return invalid("the sizes of its vectors do not fit " + std::to_string(p) + " features");
  }
  if (std::set<std::string>(feature_names.begin(), feature_names.end()).size() != feature_names.size()) {
    return invalid("a feature name stands twice");
  }
  if (!all_finite(beta) || !all_finite(information_matrix) || !all_finite(standardization.centre)) {
    return invalid("it holds NaN or Inf");
  }
  for (const double s : standardization.scale) {
    if (!std::isfinite(s) || !(s > 0.0)) return invalid("a scale is " + format_number(s) + ", it must be above 0");
  }
  if (const Status s = check_counters(weight_sum, n_samples_seen, batch_count, previous_lambda); !s.ok()) return s;
  for (std::size_t c = 0; c < q; ++c) {
    for (std::size_t r = 0; r < c; ++r) {
      const double size = std::sqrt(std::fabs(information_matrix[c * q + c] * information_matrix[r * q + r]));
      if (std::fabs(information_matrix[c * q + r] - information_matrix[r * q + c]) > 1e-10 * size) {
        return invalid("the information matrix is not symmetric");
      }
    }
  }
  return {};
}

Status make_state(const UserState& user, State& state) {
  State result;
  result.options = user.options;
  result.features = static_cast<std::int64_t>(user.coefficients.size());
  result.feature_names = user.feature_names;
  result.weight_sum = user.weight_sum;
  result.n_samples_seen = user.n_samples_seen;
  result.batch_count = user.batch_count;
  result.previous_lambda = user.previous_lambda;
  const auto p = user.coefficients.size();
  const auto q = static_cast<std::size_t>(result.parameters());
  if (p == 0) return invalid("it has no coefficients");
  if (user.batch_count < 1) return invalid("batch_count = " + std::to_string(user.batch_count) + " must be 1 or above");
  if (user.information.size() != q * q) {
    return invalid("the information matrix has " + std::to_string(user.information.size()) + " entries, expected " +
                   std::to_string(q) + " squared");
  }
  if (!all_finite(user.information)) return invalid("the information matrix holds NaN or Inf");
  if (const Status status = check_semidefinite(user.information, q); !status.ok()) return status;

  const auto& j = user.information;
  const bool intercept = q > p;
  const double total = intercept ? j[p * q + p] : user.weight_sum;
  auto& centre = result.standardization.centre;
  auto& scale = result.standardization.scale;
  centre.assign(p, 0.0);
  scale.assign(p, 1.0);
  for (std::size_t k = 0; k < p && total > 0.0; ++k) {
    const double square = j[k * q + k] / total;
    const double mean = intercept ? j[p * q + k] / total : 0.0;
    const double variance = square - mean * mean;
    // Where centring would cancel what the matrix about zero still knows, its columns stay about zero.
    const bool keep = variance > 1e-6 * square;
    choose_coordinates(keep ? mean : 0.0, std::sqrt(keep ? variance : square), centre[k], scale[k]);
    if (!intercept) centre[k] = 0.0;
  }
  result.information_matrix.resize(q * q);
  const auto s = [&](std::size_t k) { return k < p ? scale[k] : 1.0; };
  const auto m = [&](std::size_t k) { return k < p && intercept ? centre[k] : 0.0; };
  for (std::size_t c = 0; c < q; ++c) {
    for (std::size_t r = 0; r < q; ++r) {
      long double value = j[c * q + r];
      if (m(c) != 0.0) value -= static_cast<long double>(m(c)) * j[p * q + r];
      if (m(r) != 0.0) value -= static_cast<long double>(m(r)) * j[c * q + p];
      if (m(r) != 0.0 && m(c) != 0.0) value += static_cast<long double>(m(r)) * m(c) * j[p * q + p];
      result.information_matrix[c * q + r] = static_cast<double>(value / s(r) / s(c));
    }
  }
  std::vector<double> b = user.coefficients;
  if (intercept) b.push_back(user.intercept);
  result.beta.resize(q);
  to_standardised(result.standardization, intercept, b.data(), result.beta.data());
  // Centring may have cancelled most of a diagonal, and its rounding then looks like a negative pivot: the judgement on
  // the user's matrix above stands.
  if (const Status status = result.check_plain(); !status.ok()) return status;
  state = std::move(result);
  return {};
}

}  // namespace robustream

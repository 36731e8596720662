// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/estimator/check_batch.hpp>

#include <set>

namespace robustream {
namespace {

std::string number(std::size_t value) { return std::to_string(value); }

Status check_feature_count(const State& state, std::size_t features) {
  if (features == 0) return {StatusCode::no_features, "X has 0 columns; at least 1 is needed"};
  // Panels and LAPACK count parameters in 32 bits; a q x q matrix of this size would be 8 GiB.
  if (features >= 32768) {
    return {StatusCode::feature_count, "X has " + number(features) + " columns; at most 32767 are supported"};
  }
  const std::size_t expected = state.fitted() ? static_cast<std::size_t>(state.features) : state.feature_names.size();
  if (expected != 0 && features != expected) {
    return {StatusCode::feature_count,
            "X has " + number(features) + " columns, but the model has " + number(expected) + " features"};
  }
  return {};
}

}  // namespace

Status response_length(std::size_t rows, std::size_t responses) {
  return {StatusCode::response_length,
          "X has " + number(rows) + " rows, but y has " + number(responses) + "; they must be equal"};
}

Status check_shapes(const State& state, const BatchShape& shape) {
  if (const Status status = check_feature_count(state, shape.features); !status.ok()) return status;
  if (shape.rows == 0) return {StatusCode::no_rows, "the batch has 0 rows; leave it out"};
  if (shape.responses != shape.rows) return response_length(shape.rows, shape.responses);
  if (shape.weighted && shape.weights != shape.rows) {
    return {StatusCode::weight_length,
            "X has " + number(shape.rows) + " rows, but w has " + number(shape.weights) + "; they must be equal"};
  }
  return {};
}

Status check_output(const State& state, std::size_t rows, std::size_t features, std::size_t outputs) {
  if (const Status status = check_feature_count(state, features); !status.ok()) return status;
  if (outputs != rows) {
    return {StatusCode::response_length,
            "X has " + number(rows) + " rows, but the output has " + number(outputs) + "; they must be equal"};
  }
  return {};
}

Status check_names(const State& state, const std::vector<std::string>& names) {
  for (const auto& name : names) {
    if (name.empty()) return {StatusCode::feature_names, "a feature name is empty"};
  }
  std::set<std::string> seen;
  for (const auto& name : names) {
    if (!seen.insert(name).second) return {StatusCode::feature_names, "the feature name '" + name + "' stands twice"};
  }
  if (!state.fitted()) return {};
  if (names.size() != static_cast<std::size_t>(state.features)) {
    return {StatusCode::feature_names,
            number(names.size()) + " feature names for a model of " + std::to_string(state.features) + " features"};
  }
  for (std::size_t j = 0; j < state.feature_names.size(); ++j) {
    if (state.feature_names[j] != names[j]) {
      return {StatusCode::feature_names, "feature " + number(j) + " is '" + names[j] + "', but was '" +
                                             state.feature_names[j] + "' in the batches before"};
    }
  }
  return {};
}

}  // namespace robustream

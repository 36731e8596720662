// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/state/state.hpp>

namespace robustream {

/// Sizes of a batch, before anything of it is read.
struct BatchShape {
  std::size_t rows = 0;
  std::size_t features = 0;
  std::size_t responses = 0;
  std::size_t weights = 0;
  bool weighted = false;
};

template <class Batch> BatchShape shape_of(const Batch& batch) {
  return {batch.x.extent(0), batch.x.extent(1), batch.y.extent(0), batch.w.extent(0), batch.weighted};
}

/// no_features, feature_count, no_rows, response_length, weight_length or ok, in this order.
Status check_shapes(const State& state, const BatchShape& shape);
/// feature_count, or response_length when an output vector has another length than X.
Status check_output(const State& state, std::size_t rows, std::size_t features, std::size_t outputs);
/// feature_names, or ok.
Status check_names(const State& state, const std::vector<std::string>& names);

Status response_length(std::size_t rows, std::size_t responses);

}  // namespace robustream

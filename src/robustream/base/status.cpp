// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/base/status.hpp>

namespace robustream {

const char* name(StatusCode code) noexcept {
  switch (code) {
    case StatusCode::ok: return "ok";
    case StatusCode::invalid_option: return "invalid_option";
    case StatusCode::not_fitted: return "not_fitted";
    case StatusCode::device_unavailable: return "device_unavailable";
    case StatusCode::no_rows: return "no_rows";
    case StatusCode::no_features: return "no_features";
    case StatusCode::response_length: return "response_length";
    case StatusCode::weight_length: return "weight_length";
    case StatusCode::feature_count: return "feature_count";
    case StatusCode::feature_names: return "feature_names";
    case StatusCode::non_finite_feature: return "non_finite_feature";
    case StatusCode::non_finite_response: return "non_finite_response";
    case StatusCode::non_finite_weight: return "non_finite_weight";
    case StatusCode::negative_weight: return "negative_weight";
    case StatusCode::zero_weight_sum: return "zero_weight_sum";
    case StatusCode::weight_overflow: return "weight_overflow";
    case StatusCode::value_overflow: return "value_overflow";
    case StatusCode::ill_conditioned: return "ill_conditioned";
    case StatusCode::not_positive_definite: return "not_positive_definite";
    case StatusCode::invalid_state: return "invalid_state";
    case StatusCode::out_of_memory: return "out_of_memory";
    case StatusCode::cancelled: return "cancelled";
    case StatusCode::file_not_found: return "file_not_found";
    case StatusCode::file_access: return "file_access";
    case StatusCode::file_damaged: return "file_damaged";
    case StatusCode::dataset_not_found: return "dataset_not_found";
    case StatusCode::shape_mismatch: return "shape_mismatch";
    case StatusCode::unsupported_data: return "unsupported_data";
    case StatusCode::missing_filter: return "missing_filter";
    case StatusCode::external_link: return "external_link";
    case StatusCode::missing_source: return "missing_source";
    case StatusCode::checkpoint_damaged: return "checkpoint_damaged";
    case StatusCode::checkpoint_mismatch: return "checkpoint_mismatch";
    case StatusCode::internal: return "internal";
  }
  return "internal";
}

}  // namespace robustream

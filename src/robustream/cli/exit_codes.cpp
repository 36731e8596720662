// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/exit_codes.hpp>

#include <algorithm>

namespace robustream::cli {

// No default case: the compiler warns when a new code has no place here.
ExitCode exit_code(StatusCode code) noexcept {
  switch (code) {
    case StatusCode::ok: return exit_ok;
    case StatusCode::invalid_option:
    case StatusCode::not_fitted:
    case StatusCode::device_unavailable: return exit_usage;
    case StatusCode::no_rows:
    case StatusCode::no_features:
    case StatusCode::response_length:
    case StatusCode::weight_length:
    case StatusCode::feature_count:
    case StatusCode::feature_names:
    case StatusCode::non_finite_feature:
    case StatusCode::non_finite_response:
    case StatusCode::non_finite_weight:
    case StatusCode::negative_weight:
    case StatusCode::zero_weight_sum:
    case StatusCode::weight_overflow:
    case StatusCode::value_overflow:
    case StatusCode::dataset_not_found:
    case StatusCode::shape_mismatch:
    case StatusCode::unsupported_data: return exit_bad_data;
    case StatusCode::file_not_found:
    case StatusCode::file_access:
    case StatusCode::file_damaged:
    case StatusCode::missing_filter:
    case StatusCode::external_link:
    case StatusCode::missing_source: return exit_io;
    case StatusCode::checkpoint_damaged:
    case StatusCode::checkpoint_mismatch:
    case StatusCode::invalid_state: return exit_checkpoint;
    case StatusCode::ill_conditioned:
    case StatusCode::not_positive_definite: return exit_numeric;
    case StatusCode::cancelled: return exit_interrupted;
    case StatusCode::out_of_memory:
    case StatusCode::internal: return exit_internal;
  }
  return exit_internal;
}

ExitCode exit_code(const BatchReport& report) noexcept {
  if (report.converged) return exit_ok;
  return report.termination == Termination::ill_conditioned ? exit_numeric : exit_not_converged;
}

ExitCode worse(ExitCode a, ExitCode b) noexcept { return std::max(a, b); }

}  // namespace robustream::cli

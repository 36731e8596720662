// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <utility>

// nvcc's front end takes the value of an assignment, status = f(), for a discarded one and warns about each.
#ifdef __NVCC__
#pragma nv_diag_suppress 2810
#endif

namespace robustream {

/// What can go wrong, one name a cause. The groups are the command line's exit codes (cli/exit_codes.hpp).
enum class StatusCode : int {
  ok = 0,
  // The caller's settings or order of calls.
  invalid_option,      ///< an option lies outside its range; the message names it and its range
  not_fitted,          ///< predict, score or state asked for before the first accepted batch
  device_unavailable,  ///< the execution space asked for is not in this build or not on this machine
  // The batch: refused, the state is unchanged.
  no_rows,              ///< a batch of 0 rows
  no_features,          ///< a matrix of 0 columns
  response_length,      ///< y and X differ in their number of rows
  weight_length,        ///< w and X differ in their number of rows
  feature_count,        ///< X has another number of columns than the batches before
  feature_names,        ///< names missing, doubled or other than those of the batches before
  non_finite_feature,   ///< NaN or Inf in X; row() and column() say where
  non_finite_response,  ///< NaN or Inf in y; row() says where
  non_finite_weight,    ///< NaN or Inf in w; row() says where
  negative_weight,      ///< a weight below 0; row() says where
  zero_weight_sum,      ///< every weight of the batch is 0
  weight_overflow,      ///< the sum of the weights is not finite
  value_overflow,       ///< finite input whose residuals or moments leave the range of float64
  // Numbers.
  ill_conditioned,        ///< the certificate cannot be reached in float64; see rank and condition
  not_positive_definite,  ///< an information matrix with a negative eigenvalue
  invalid_state,          ///< a state whose sizes or numbers contradict each other
  // Resources and control.
  out_of_memory,
  cancelled,  ///< the progress callback said stop; the state is unchanged
  // Files.
  file_not_found,
  file_access,   ///< permission, disk full, any errno; the message has its text
  file_damaged,  ///< truncated file, bad checksum, chunk never written
  dataset_not_found,
  shape_mismatch,       ///< datasets whose shapes do not fit together, or X transposed
  unsupported_data,     ///< an element type or layout that holds no real numbers
  missing_filter,       ///< a compression plug-in is not installed
  external_link,        ///< an external link or external file, not allowed by default
  missing_source,       ///< a virtual dataset whose source is not there
  checkpoint_damaged,   ///< no generation of a checkpoint can be read
  checkpoint_mismatch,  ///< a checkpoint made with other options, columns or files
  internal              ///< a fault of this library
};

/// The name of a code as it appears in JSON, e.g. "non_finite_feature".
const char* name(StatusCode code) noexcept;

/// Outcome of a call: ok, or one cause with one line of text that says what, where, and what to do.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const noexcept { return code_ == StatusCode::ok; }
  explicit operator bool() const noexcept { return ok(); }
  StatusCode code() const noexcept { return code_; }
  const std::string& message() const noexcept { return message_; }

  /// Row of the batch (from 0) that is at fault, -1 if none.
  std::int64_t row() const noexcept { return row_; }
  /// Column of X (from 0) that is at fault, -1 if none.
  std::int64_t column() const noexcept { return column_; }

  Status& at(std::int64_t row, std::int64_t column = -1) noexcept {
    row_ = row;
    column_ = column;
    return *this;
  }
  /// The same status with `context + ": "` before its message (a file's or dataset's name).
  Status with_context(const std::string& context) const {
    Status result = *this;
    if (!ok()) result.message_ = context + ": " + message_;
    return result;
  }

 private:
  StatusCode code_ = StatusCode::ok;
  std::string message_;
  std::int64_t row_ = -1;
  std::int64_t column_ = -1;
};

}  // namespace robustream

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include <robustream/base/batch_report.hpp>
#include <robustream/base/options.hpp>
#include <robustream/base/status.hpp>

#include <common/stream_data.hpp>

namespace robustream::perf {

enum class Clock {
  wall,
  cpu  ///< of all threads of the process together: what it costs rather than how long it takes
};

/// What one fit of a whole stream, first batch to last, did and took.
struct TimedStream {
  std::vector<BatchReport> reports;        ///< one a batch
  std::vector<double> milliseconds;        ///< one a batch: partial_fit with everything in it
  std::vector<double> first_coefficients;  ///< after the first batch; features, then the intercept
  std::vector<double> coefficients;        ///< after the last batch

  bool converged() const;
  /// Sum over the batches, of the cold first one, and the median of the steady others (NaN if there are none).
  double total() const;
  double cold() const;
  double steady() const;
  int iterations() const;
  /// In batches: rows read, and rows that entered a Gram matrix, each summed over the batches.
  double full_reads() const;
  double gram_batches() const;
};

/// Feeds the stream to a new estimator on Kokkos' default host space. Only the calls of partial_fit are timed; they
/// fence, so their work lies within. On an error of the library: its status, and the result is incomplete.
template <class T>
Status time_stream(const StreamData<T>& data, const Options& options, Clock clock, TimedStream& result);

}  // namespace robustream::perf

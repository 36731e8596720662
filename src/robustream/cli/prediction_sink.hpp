// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <robustream/base/status.hpp>
#include <robustream/cli/console.hpp>

namespace robustream::cli {

/// Columns of one block of predictions; residual and robustness_weight are empty unless asked for.
struct PredictionBlock {
  std::vector<double> prediction;
  std::vector<double> residual;
  std::vector<double> robustness_weight;
};

/// Where predictions go, block by block.
class PredictionSink {
 public:
  virtual ~PredictionSink() = default;
  virtual Status write(std::int64_t rows, const PredictionBlock& block) = 0;
  /// All blocks were written: makes the output whole. `summary`: counts and score.
  virtual Status finish(const Json& summary) = 0;
  /// The blocks end here because of `error`. true: it is told in the output itself; false: the output shows nothing.
  virtual bool fail(const Json& error) {
    static_cast<void>(error);
    return false;
  }
  /// The reader went away (`| head`): nothing more needs to be computed.
  virtual bool closed() const { return false; }
};

/// Columns as they are named in each output: prediction[, residual, robustness_weight].
std::vector<std::string> prediction_columns(bool residuals);

/// HDF5 for names that end in .h5, .hdf5 or .hdf, else CSV; "" is standard output, where --json makes the rows part of
/// the one JSON document.
Status open_sink(const std::string& path, bool residuals, Console& console, std::unique_ptr<PredictionSink>& sink);

}  // namespace robustream::cli

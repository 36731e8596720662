// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include <robustream/base/batch_report.hpp>
#include <robustream/base/status.hpp>
#include <robustream/estimator/renewable_huber.hpp>
#include <robustream/io/stream_reader.hpp>

namespace robustream::cli {

enum class Device { automatic, openmp, serial, cuda };
const char* name(Device device) noexcept;
Status parse(const std::string& text, Device& device);

struct DeviceOptions {
  Device device = Device::automatic;
  int threads = 0;            ///< of openmp; 0: OMP_NUM_THREADS, else all cores
  bool reproducible = false;  ///< the same bits for any number of threads
  bool tf32 = false;          ///< faster, less exact products on cuda
};
/// ok or invalid_option.
Status validate(const DeviceOptions& options);
/// What the estimator needs to know of them.
ExecutionOptions execution_options(const DeviceOptions& options);

/// Kokkos, from start() to the end of the object, and the one place where blocks of a file meet an execution space.
class DeviceSession {
 public:
  DeviceSession() = default;
  ~DeviceSession();
  DeviceSession(const DeviceSession&) = delete;
  DeviceSession& operator=(const DeviceSession&) = delete;

  /// device_unavailable when the device is not in this build or not on this machine.
  Status start(const DeviceOptions& options);

  /// What was chosen: never automatic after start().
  Device device() const { return device_; }
  int threads() const;

  /// The estimator's calls on a block of the reader, in the block's element type; `y` and `w` from the block.
  Status partial_fit(RenewableHuber& model, const io::Block& block, BatchReport& report) const;
  /// `prediction` has block.rows entries.
  Status predict(const RenewableHuber& model, const io::Block& block, double* prediction) const;
  Status residuals(const RenewableHuber& model, const io::Block& block, double* residual,
                   double* robustness_weight) const;

 private:
  Device device_ = Device::automatic;
  bool started_ = false;
};

}  // namespace robustream::cli

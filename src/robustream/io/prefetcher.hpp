// SPDX-License-Identifier: BSD-3-Clause
// Internal: reads one batch ahead.
#pragma once
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <robustream/io/batch.hpp>

namespace robustream::io {

/// Two batches: the caller holds one while a thread fills the other. The thread runs from the first next() until the
/// end of the stream, an error, or halt().
class Prefetcher {
 public:
  explicit Prefetcher(BatchReader& reader) : reader_(reader) {}
  ~Prefetcher() { halt(); }

  /// The next batch, which stays valid until the next call of next() or halt(). After an error the same error again.
  Status next(Batch*& batch);
  /// Stops and joins the thread. The reader's cursor is then anywhere: go_to() before the next call of next().
  void halt();

 private:
  void run() noexcept;
  Status read_guarded(Batch& batch) noexcept;

  BatchReader& reader_;
  Batch batches_[2];
  std::thread thread_;
  bool no_thread_ = false;  ///< the system gave none: batches are read when they are asked for
  std::atomic<bool> stop_{false};

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  int ready_ = -1;  ///< index of a filled batch
  int held_ = -1;   ///< index of the caller's batch
  bool ended_ = false;
  Status status_;
};

}  // namespace robustream::io

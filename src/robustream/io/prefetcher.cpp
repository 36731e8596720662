// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/prefetcher.hpp>

#include <csignal>
#include <new>
#include <system_error>

namespace robustream::io {

Status Prefetcher::read_guarded(Batch& batch) noexcept {
  try {
    return reader_.read(batch, stop_);
  } catch (const std::bad_alloc&) {
    // An empty message needs no memory.
    return {StatusCode::out_of_memory, std::string()};
  } catch (...) {
    return {StatusCode::internal, std::string()};
  }
}

void Prefetcher::run() noexcept {
  for (;;) {
    int free = -1;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || ready_ < 0; });
      if (stop_) return;
      free = held_ == 0 ? 1 : 0;
    }
    Status status = read_guarded(batches_[free]);
    std::lock_guard<std::mutex> lock(mutex_);
    const bool end = !status || batches_[free].block.rows == 0;
    if (status) ready_ = free;
    status_ = std::move(status);
    ended_ = end;
    changed_.notify_all();
    if (end) return;
  }
}

Status Prefetcher::next(Batch*& batch) {
  if (!thread_.joinable() && !no_thread_ && !ended_) {
    // Signals belong to the host program's threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      no_thread_ = !reader_.options().prefetch;
      if (!no_thread_) thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      no_thread_ = true;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  if (no_thread_) {
    if (ended_) return status_;
    status_ = read_guarded(batches_[0]);
    ended_ = !status_ || batches_[0].block.rows == 0;
    batch = &batches_[0];
    return status_;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  if (ready_ < 0 && ended_ && status_) return {};  // the end was delivered before; *batch is still that batch
  held_ = -1;
  changed_.wait(lock, [&] { return ready_ >= 0 || ended_; });
  if (ready_ < 0) return status_;
  held_ = ready_;
  ready_ = -1;
  batch = &batches_[held_];
  changed_.notify_all();
  return {};
}

void Prefetcher::halt() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
  stop_ = false;
  no_thread_ = false;
  ready_ = held_ = -1;
  ended_ = false;
  status_ = Status();
}

}  // namespace robustream::io

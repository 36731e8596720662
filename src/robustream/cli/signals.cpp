// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/signals.hpp>

#include <csignal>

namespace robustream::cli {
namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int signal) {
  // Both calls are on POSIX's list of what a handler may do.
  if (received == SIGINT && signal == SIGINT) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
  if (received == 0) received = signal;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  // Reads and writes that a signal cuts short go on: nobody who calls write() here wants to see EINTR.
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signal_handlers() {
  handle(SIGTERM, on_signal);
  handle(SIGINT, on_signal);
  handle(SIGPIPE, SIG_IGN);
  // A file-size limit (ulimit -f) then shows as EFBIG with its text instead of killing the process.
  handle(SIGXFSZ, SIG_IGN);
}

int interrupted() noexcept { return received; }

const char* signal_name(int signal) noexcept { return signal == SIGINT ? "SIGINT" : "SIGTERM"; }

}  // namespace robustream::cli

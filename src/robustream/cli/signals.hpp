// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace robustream::cli {

/// From now on SIGTERM and SIGINT only set a flag, which loops look at between batches: what was begun is finished and
/// saved. A second SIGINT (an impatient Ctrl-C) ends the process at once. SIGPIPE is ignored: a reader that went away
/// is seen as EPIPE by standard_output.
void install_signal_handlers();

/// The first signal received, or 0.
int interrupted() noexcept;

/// "SIGTERM" or "SIGINT".
const char* signal_name(int signal) noexcept;

}  // namespace robustream::cli

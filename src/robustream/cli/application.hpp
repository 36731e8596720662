// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace robustream::cli {

/// The program: reads the command line, runs the command, reports its error if any, and returns the exit code.
int run(int argc, const char* const* argv);

}  // namespace robustream::cli

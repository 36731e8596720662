// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/cli/console.hpp>
#include <robustream/io/inspect.hpp>

namespace robustream::cli {

/// What a file holds and what is wrong with it, for info and validate.
Json to_json(const io::FileReport& report);
/// Findings, worst first, and one line of summary.
void print_findings(const io::FileReport& report, TextOutput& out);
/// Datasets with shape, type, storage.
void print_datasets(const io::FileReport& report, TextOutput& out);

/// exit_ok for a sound file; exit_io when something cannot be read, else exit_bad_data.
ExitCode exit_code(const io::FileReport& report) noexcept;

}  // namespace robustream::cli

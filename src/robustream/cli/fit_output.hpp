// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/cli/console.hpp>
#include <robustream/cli/fit_run.hpp>

namespace robustream::cli {

/// The JSON document of a finished run; docs/formats/fit.md describes every member.
Json fit_document(const FitRun& run, const Console& console, ExitCode code);

/// The same for people: a line a batch, then the coefficients by name.
void print_fit(const FitRun& run, TextOutput& out, ExitCode code);

}  // namespace robustream::cli

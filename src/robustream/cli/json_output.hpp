// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <robustream/base/batch_report.hpp>
#include <robustream/base/options.hpp>
#include <robustream/cli/console.hpp>
#include <robustream/io/stream_options.hpp>

namespace robustream::cli {

// Numbers are written with the fewest of 17 significant digits that read back as the same float64, a decimal point
// whatever the locale; NaN and infinity, which JSON lacks, as null.

Json to_json(const Options& options);
/// The settings that decide which numbers are read and where batches are cut: a resumed run must have the same.
Json to_json(const io::StreamOptions& options);
Json to_json(const BatchReport& report);
/// {"error": {"code", "exit_code", "message", ...}}
Json error_document(const Outcome& outcome);
/// What the numbers of a fit mean; see docs/formats/fit.md.
Json conventions();

/// Writes the document, indented, with a final newline. Text that is not UTF-8 (a file's name) gets replacement
/// characters.
void write_json(TextOutput& out, const Json& document);
/// One value on one line, without newline.
std::string json_text(const Json& value);

}  // namespace robustream::cli

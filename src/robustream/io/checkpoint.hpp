// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include <robustream/base/status.hpp>
#include <robustream/io/position.hpp>
#include <robustream/state/state.hpp>

namespace robustream::io {

/// Version of the format that save_checkpoint writes (docs/formats/checkpoint.md). All older ones are read.
constexpr int checkpoint_format_version = 1;

/// Name of the generation before the one at `path` ("<path>.previous").
std::string previous_generation(const std::string& path);

/// Writes state, position and `extra` (any text, by convention JSON of the caller's settings) to `path` as one HDF5
/// file, so that at every moment, also after a kill or a power cut, `path` or its previous generation loads: written to
/// "<path>.tmp", synced, the file at `path` (if intact) renamed to "<path>.previous", the new one renamed to `path`,
/// the directory synced. A symbolic link at `path` is followed. The same input gives the same bytes.
///
/// On ok the new generation is on disk. Otherwise `path` is as before (or, when nothing but syncing the folder failed,
/// new and whole) and no temporary file is left: file_access with errno's text (disk full, file-size limit, read-only,
/// not a regular file, another process is saving), invalid_state or not_positive_definite (contradicting sizes, NaN,
/// a negative diagonal: nothing is written), out_of_memory. Takes no signal: a file-size limit is an error
/// here, not SIGXFSZ.
Status save_checkpoint(const std::string& path, const State& state, const StreamPosition& position,
                       const std::string& extra = {});

/// How a load went.
struct LoadReport {
  std::string file;       ///< the file that was read
  bool previous = false;  ///< it is the previous generation
  Status newest;          ///< why the newest generation was refused, ok if it was loaded
  int format_version = 0;
  std::string written_by;  ///< version of the library that wrote it
  std::string extra;       ///< as given to save_checkpoint
};

/// Reads a checkpoint. If the newest generation cannot be read the one before is, and report.newest says why; with
/// `strict` it is not. Checks length and CRC-32 of the file before anything else, then the CRC-32 of each section, the
/// sizes before memory is taken, and state.check().
///
/// On failure the outputs are unchanged: file_not_found (no generation there), file_access, checkpoint_damaged
/// (foreign, truncated, altered, or a newer format; the message says why for each generation), out_of_memory.
Status load_checkpoint(const std::string& path, State& state, StreamPosition& position, LoadReport& report,
                       bool strict = false);

/// Whether the file starts as a checkpoint does (it may still be damaged). false for files that cannot be read.
bool looks_like_checkpoint(const std::string& path);

}  // namespace robustream::io

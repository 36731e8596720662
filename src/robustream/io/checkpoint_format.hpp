// SPDX-License-Identifier: BSD-3-Clause
// Internal: a checkpoint as bytes. docs/formats/checkpoint.md describes every part.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <robustream/io/checkpoint.hpp>
#include <robustream/io/posix_file.hpp>

namespace robustream::io {

/// What one generation holds.
struct CheckpointContent {
  State state;
  StreamPosition position;
  std::string extra;
  std::string written_by;
  int format_version = checkpoint_format_version;
};

/// The whole file: a header of 512 bytes (format, length, CRC-32 of the rest), then HDF5.
Status encode_checkpoint(const State& state, const StreamPosition& position, const std::string& extra,
                         std::vector<unsigned char>& bytes);

/// Reads one generation. file_not_found, file_access, checkpoint_damaged, out_of_memory; no name of the file in front.
Status decode_checkpoint(const std::string& path, CheckpointContent& content);

/// The header: its text, zeros behind it.
std::vector<unsigned char> checkpoint_header(int format, std::int64_t bytes, std::uint32_t crc);
Status checkpoint_damage(const std::string& text);

/// Header and CRC-32 of an open file, without HDF5 and in little memory: damage of any kind ends here.
Status check_header(const FileDescriptor& file, const std::string& path, std::int64_t bytes, int& format_version);

constexpr std::size_t checkpoint_header_bytes = 512;
constexpr char checkpoint_magic[] = "robustream checkpoint\n";

}  // namespace robustream::io

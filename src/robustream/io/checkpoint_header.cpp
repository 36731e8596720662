// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include <cstdio>
#include <cstring>

#include <robustream/io/checkpoint_format.hpp>

namespace robustream::io {

std::vector<unsigned char> checkpoint_header(int format, std::int64_t bytes, std::uint32_t crc) {
  std::vector<unsigned char> block(checkpoint_header_bytes, 0);
  std::snprintf(reinterpret_cast<char*>(block.data()), block.size(), "%sformat %d\nbytes %lld\ncrc32 %08x\n",
                checkpoint_magic, format, static_cast<long long>(bytes), static_cast<unsigned>(crc));
  return block;
}

Status checkpoint_damage(const std::string& text) { return {StatusCode::checkpoint_damaged, text}; }

Status check_header(const FileDescriptor& file, const std::string& path, std::int64_t bytes, int& format_version) {
  std::vector<unsigned char> block(checkpoint_header_bytes);
  std::size_t have = 0;
  if (Status status = read_at(file, path, 0, block.data(), block.size(), have); !status) return status;
  const std::size_t magic = sizeof checkpoint_magic - 1;
  if (have < magic || std::memcmp(block.data(), checkpoint_magic, magic) != 0) {
    return checkpoint_damage("is not a Robustream checkpoint (" + std::to_string(bytes) +
                             " bytes that begin otherwise)");
  }
  block.resize(have);
  block.push_back(0);
  int format = 0;
  long long length = 0;
  unsigned crc = 0;
  const char* text = reinterpret_cast<const char*>(block.data()) + magic;
  const int fields = std::sscanf(text, "format %9d\nbytes %18lld\ncrc32 %8x\n", &format, &length, &crc);
  if (fields >= 1 && format != checkpoint_format_version) {
    return checkpoint_damage("has format " + std::to_string(format) + "; this version of Robustream reads format " +
                             std::to_string(checkpoint_format_version) +
                             (format > checkpoint_format_version ? " (it was written by a newer version)" : ""));
  }
  if (have < checkpoint_header_bytes) {
    return checkpoint_damage("is cut off: it has " + std::to_string(bytes) + " bytes, its header alone takes " +
                             std::to_string(checkpoint_header_bytes));
  }
  block.pop_back();
  if (fields != 3 || block != checkpoint_header(format, length, crc)) return checkpoint_damage("its header is damaged");
  if (length != bytes) {
    return checkpoint_damage((bytes < length ? "is cut off" : "has bytes behind its end") + std::string(": it has ") +
                             std::to_string(bytes) + " bytes, its header says " + std::to_string(length));
  }
  std::vector<unsigned char> buffer(std::size_t{1} << 18);
  uLong sum = crc32(0, nullptr, 0);
  for (std::int64_t at = checkpoint_header_bytes; at < bytes; at += static_cast<std::int64_t>(have)) {
    if (Status status = read_at(file, path, at, buffer.data(), buffer.size(), have); !status) return status;
    if (have == 0) return checkpoint_damage("became shorter while it was read");
    sum = crc32_z(sum, buffer.data(), have);
  }
  if (static_cast<unsigned>(sum) != crc) return checkpoint_damage("its content does not match its checksum (CRC-32)");
  format_version = format;
  return {};
}

}  // namespace robustream::io

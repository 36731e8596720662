// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/superblock.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include <robustream/io/posix_file.hpp>

namespace robustream::io::hdf5 {
namespace {

constexpr unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t header_bytes = 96;  // longest part of a superblock that is read here
constexpr std::int64_t window = 65536;

std::uint64_t little_endian(const unsigned char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count - 1; i >= 0; --i) value = (value << 8) | bytes[i];
  return value;
}

/// Length that the superblock at `at` gives for the file; 0 if it cannot be told (HDF5 then says what is wrong).
std::uint64_t stored_length(const unsigned char* block, std::size_t have, std::uint64_t at) {
  if (have < 16) return 0;
  const int version = block[8];
  const bool old_form = version == 0 || version == 1;
  if (version > 3) return 0;
  const int width = old_form ? block[13] : block[9];
  if (width != 2 && width != 4 && width != 8) return 0;
  // Base address, then (free-space address | extension address), then the end-of-file address.
  const std::size_t addresses = version == 0 ? 24 : version == 1 ? 28 : 12;
  if (have < addresses + 3 * static_cast<std::size_t>(width)) return 0;
  const std::uint64_t base = little_endian(block + addresses, width);
  const std::uint64_t end = little_endian(block + addresses + 2 * width, width);
  // A user block put in front later moves everything by at - base.
  return end + at - base;
}

std::string cut(const std::string& path, std::int64_t bytes, const std::string& expected) {
  return path + ": file is cut off: it has " + std::to_string(bytes) + " bytes, " + expected;
}

}  // namespace

std::int64_t current_size(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? static_cast<std::int64_t>(info.st_size) : -1;
}

Status probe(const std::string& path, StreamFile& file) {
  FileDescriptor descriptor;
  if (Status status = open_for_reading(path, descriptor, file.bytes); !status) return status;

  // HDF5 looks for its signature at 0, 512, 1024, 2048, ...
  unsigned char block[header_bytes];
  std::size_t have = 0;
  std::uint64_t at = 0;
  bool found = false;
  for (;;) {
    if (Status status = read_at(descriptor, path, static_cast<std::int64_t>(at), block, header_bytes, have); !status) {
      return status;
    }
    found = have >= sizeof signature && std::memcmp(block, signature, sizeof signature) == 0;
    at = found ? at : at == 0 ? 512 : 2 * at;
    if (found || at >= static_cast<std::uint64_t>(file.bytes)) break;
  }
  if (!found) {
    if (file.bytes < static_cast<std::int64_t>(header_bytes)) {
      return {StatusCode::file_damaged,
              cut(path, file.bytes, "the header of an HDF5 file alone takes " + std::to_string(header_bytes))};
    }
    return {StatusCode::file_damaged,
            path + ": not an HDF5 file (no HDF5 signature in its " + std::to_string(file.bytes) + " bytes)"};
  }
  const std::uint64_t length = stored_length(block, have, at);
  if (length > static_cast<std::uint64_t>(file.bytes)) {
    return {StatusCode::file_damaged, cut(path, file.bytes, "its header says " + std::to_string(length))};
  }
  if (have < header_bytes && length == 0) {
    return {StatusCode::file_damaged,
            cut(path, file.bytes, "the header of an HDF5 file alone takes " + std::to_string(header_bytes))};
  }

  std::vector<unsigned char> ends(static_cast<std::size_t>(window));
  uLong crc = crc32(0, nullptr, 0);
  for (const std::int64_t from : {std::int64_t{0}, file.bytes > window ? file.bytes - window : std::int64_t{-1}}) {
    if (from < 0) continue;
    if (Status status = read_at(descriptor, path, from, ends.data(), ends.size(), have); !status) return status;
    crc = crc32(crc, ends.data(), static_cast<uInt>(have));
  }
  file.fingerprint = static_cast<std::uint32_t>(crc);
  return {};
}

}  // namespace robustream::io::hdf5

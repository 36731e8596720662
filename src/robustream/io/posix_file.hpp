// SPDX-License-Identifier: BSD-3-Clause
// Internal: the operating system's files, with every error turned into a Status.
#pragma once
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <robustream/base/status.hpp>

namespace robustream::io {

/// An open file, closed at the end of its life.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  /// false with errno set when the system could not (network file systems report a full disk here).
  bool close();

 private:
  int fd_ = -1;
};

/// `path: what: text of error`, as file_access (file_not_found for ENOENT when `missing` allows it).
Status system_error(const std::string& path, const std::string& what, int error, bool missing = false);

/// Opens a regular file: file_not_found, or file_access for anything else (also a directory, a pipe, a device).
Status open_for_reading(const std::string& path, FileDescriptor& descriptor, std::int64_t& bytes);

/// Reads up to `count` bytes at `offset`; `have` is less than `count` only at the end of the file.
Status read_at(const FileDescriptor& descriptor, const std::string& path, std::int64_t offset, void* buffer,
               std::size_t count, std::size_t& have);

/// Writes all bytes at the end of what was written before; short writes and interruptions go on.
Status write_all(const FileDescriptor& descriptor, const std::string& path, const void* data, std::size_t count);

/// Waits until data and size are on the device.
Status sync_file(const FileDescriptor& descriptor, const std::string& path);
/// Waits until the names in the folder of `path` are on the device.
Status sync_folder(const std::string& path);

/// `path` with symbolic links in its last part followed, also when the last of them leads to nothing yet.
std::string follow_links(const std::string& path);

/// ok when a file may be put at `path`: nothing is there or a regular file. `target` is
/// follow_links(path), so that a rename replaces the file and not the link. file_access otherwise.
Status resolve_target(const std::string& path, std::string& target);

/// Exceeding a file-size limit sends SIGXFSZ, which ends the process. In this scope the calling thread gets EFBIG from
/// write instead; signals of others stay pending. No handler is installed.
class NoFileSizeSignal {
 public:
  NoFileSizeSignal();
  ~NoFileSizeSignal();
  NoFileSizeSignal(const NoFileSizeSignal&) = delete;
  NoFileSizeSignal& operator=(const NoFileSizeSignal&) = delete;

 private:
  sigset_t before_;
  bool pending_ = false;
};

}  // namespace robustream::io

// SPDX-License-Identifier: BSD-3-Clause
// Internal: a file that appears under its name whole or not at all.
#pragma once
#include <string>

#include <robustream/base/status.hpp>
#include <robustream/io/posix_file.hpp>

namespace robustream::io {

/// Writes "<path>.tmp" and renames it. Whatever a killed process left under the temporary name is overwritten; two
/// processes that write the same file at once are told apart by a lock. Without commit() the temporary file is removed.
class AtomicFile {
 public:
  AtomicFile() = default;
  ~AtomicFile() { discard(); }
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Creates the temporary file, empty. file_access with errno's text otherwise.
  Status begin(const std::string& path);
  Status write(const void* data, std::size_t bytes);
  /// Syncs, moves a file at `path` to `previous` (empty: replaces it), renames, syncs the folder. If it fails, `path`
  /// is as before.
  Status commit(const std::string& previous = {});
  void discard();

  /// `path` with symbolic links followed.
  const std::string& target() const { return target_; }
  const std::string& temporary() const { return temporary_; }

 private:
  Status lock_temporary();

  std::string target_, temporary_;
  FileDescriptor descriptor_;
};

}  // namespace robustream::io

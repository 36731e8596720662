// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/posix_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>
#include <system_error>

namespace robustream::io {
namespace {

// One call moves at most this much: Linux stops at 2 GiB, other systems refuse more.
constexpr std::size_t largest_transfer = std::size_t{1} << 30;

std::string folder_of(const std::string& path) {
  const auto slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

bool FileDescriptor::close() {
  if (fd_ < 0) return true;
  // After EINTR the descriptor is gone on Linux; calling again could close another thread's file.
  return ::close(std::exchange(fd_, -1)) == 0 || errno == EINTR;
}

Status system_error(const std::string& path, const std::string& what, int error, bool missing) {
  const StatusCode code = missing && error == ENOENT ? StatusCode::file_not_found : StatusCode::file_access;
  return {code, path + ": " + what + ": " + std::generic_category().message(error)};
}

Status open_for_reading(const std::string& path, FileDescriptor& descriptor, std::int64_t& bytes) {
  // O_NONBLOCK: opening a pipe that nobody writes must not wait; it means nothing for regular files.
  int fd = -1;
  do {
    fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) return system_error(path, "cannot open", errno, true);
  FileDescriptor opened(fd);
  struct stat info {};
  if (::fstat(fd, &info) != 0) return system_error(path, "cannot read its size", errno);
  if (S_ISDIR(info.st_mode)) return system_error(path, "cannot read", EISDIR);
  if (!S_ISREG(info.st_mode)) return {StatusCode::file_access, path + ": cannot read: not a regular file"};
  bytes = static_cast<std::int64_t>(info.st_size);
  descriptor = std::move(opened);
  return {};
}

Status read_at(const FileDescriptor& descriptor, const std::string& path, std::int64_t offset, void* buffer,
               std::size_t count, std::size_t& have) {
  have = 0;
  while (have < count) {
    const std::size_t part = count - have < largest_transfer ? count - have : largest_transfer;
    const ssize_t got = ::pread(descriptor.get(), static_cast<char*>(buffer) + have, part,
                                static_cast<off_t>(offset) + static_cast<off_t>(have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "cannot read", errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  return {};
}

Status write_all(const FileDescriptor& descriptor, const std::string& path, const void* data, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    const std::size_t part = count - done < largest_transfer ? count - done : largest_transfer;
    const ssize_t put = ::write(descriptor.get(), static_cast<const char*>(data) + done, part);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error(path, "cannot write", errno);
    if (put == 0) return system_error(path, "cannot write", ENOSPC);
    done += static_cast<std::size_t>(put);
  }
  return {};
}

Status sync_file(const FileDescriptor& descriptor, const std::string& path) {
  while (::fsync(descriptor.get()) != 0) {
    if (errno == EINTR) continue;
    return system_error(path, "cannot sync", errno);
  }
  return {};
}

Status sync_folder(const std::string& path) {
  const std::string folder = folder_of(path);
  FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.valid()) return system_error(folder, "cannot open", errno);
  while (::fsync(descriptor.get()) != 0) {
    if (errno == EINTR) continue;
    // Some file systems cannot sync a folder; there the rename is as durable as it gets.
    if (errno == EINVAL || errno == ENOTSUP || errno == EROFS) return {};
    return system_error(folder, "cannot sync", errno);
  }
  return {};
}

std::string follow_links(const std::string& path) {
  std::string target = path;
  for (int i = 0; i < 40; ++i) {
    char link[PATH_MAX];
    const ssize_t length = ::readlink(target.c_str(), link, sizeof link);
    if (length <= 0 || length == static_cast<ssize_t>(sizeof link)) break;
    const std::string next(link, static_cast<std::size_t>(length));
    target = next[0] == '/' ? next : folder_of(target) + "/" + next;
  }
  return target;
}

Status resolve_target(const std::string& path, std::string& target) {
  if (path.empty()) return {StatusCode::invalid_option, "the name of a file to write is empty"};
  target = follow_links(path);
  struct stat info {};
  if (::lstat(target.c_str(), &info) != 0) {
    // Not there yet is the usual case; anything else (a folder that is missing too) shows when the file is created.
    return errno == ENOENT ? Status() : system_error(path, "cannot write", errno);
  }
  if (S_ISLNK(info.st_mode)) return system_error(path, "cannot write", ELOOP);
  if (S_ISDIR(info.st_mode)) return system_error(path, "cannot write", EISDIR);
  // Writing to a device by renaming would replace the device.
  if (!S_ISREG(info.st_mode)) return system_error(path, "cannot write: not a regular file", EINVAL);
  return {};
}

NoFileSizeSignal::NoFileSizeSignal() {
  sigset_t set, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  sigemptyset(&pending);
  sigpending(&pending);
  pending_ = sigismember(&pending, SIGXFSZ) == 1;
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

NoFileSizeSignal::~NoFileSizeSignal() {
  const int saved_errno = errno;
  if (!pending_) {
    // Take back the signal that our own write raised; one that was there before is not ours to take.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGXFSZ);
    const timespec none{0, 0};
    while (sigtimedwait(&set, nullptr, &none) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  errno = saved_errno;
}

}  // namespace robustream::io

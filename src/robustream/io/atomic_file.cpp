// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/atomic_file.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace robustream::io {

Status AtomicFile::lock_temporary() {
  // Between opening and locking another process may rename the file that we opened: then it is no longer ours to
  // truncate, and the name is free for a new one.
  for (int attempt = 0; attempt < 100; ++attempt) {
    int fd = -1;
    do {
      fd = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0) return system_error(temporary_, "cannot create", errno);
    FileDescriptor opened(fd);
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      return {StatusCode::file_access, target_ + ": another process is writing it (" + temporary_ + " is locked)"};
    }
    struct stat ours {
    }, there{};
    if (::fstat(fd, &ours) != 0) return system_error(temporary_, "cannot create", errno);
    if (!S_ISREG(ours.st_mode)) return system_error(temporary_, "cannot write: not a regular file", EINVAL);
    if (::stat(temporary_.c_str(), &there) != 0 || ours.st_ino != there.st_ino || ours.st_dev != there.st_dev) continue;
    descriptor_ = std::move(opened);
    return {};
  }
  return {StatusCode::file_access, temporary_ + ": other processes keep replacing it"};
}

Status AtomicFile::begin(const std::string& path) {
  if (Status status = resolve_target(path, target_); !status) return status;
  temporary_ = target_ + ".tmp";
  if (Status status = lock_temporary(); !status) return status;
  while (::ftruncate(descriptor_.get(), 0) != 0) {
    if (errno == EINTR) continue;
    Status status = system_error(temporary_, "cannot write", errno);
    discard();
    return status;
  }
  return {};
}

Status AtomicFile::write(const void* data, std::size_t bytes) {
  NoFileSizeSignal no_signal;
  return write_all(descriptor_, temporary_, data, bytes);
}

Status AtomicFile::commit(const std::string& previous) {
  Status status = sync_file(descriptor_, temporary_);
  bool moved = false;
  if (status && !previous.empty()) {
    moved = std::rename(target_.c_str(), previous.c_str()) == 0;
    if (!moved && errno != ENOENT) status = system_error(previous, "cannot keep the generation before", errno);
  }
  if (status && std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    status = system_error(target_, "cannot rename the new file to it", errno);
    if (moved) (void)std::rename(previous.c_str(), target_.c_str());
  }
  if (!status) {
    discard();
    return status;
  }
  // The name is given away: nothing to remove any more. The data are synced, so closing cannot lose any.
  temporary_.clear();
  descriptor_.close();
  return sync_folder(target_);
}

void AtomicFile::discard() {
  // Removed while it is locked: no other process can have begun to write it.
  if (descriptor_.valid() && !temporary_.empty()) (void)::unlink(temporary_.c_str());
  descriptor_.close();
  temporary_.clear();
}

}  // namespace robustream::io

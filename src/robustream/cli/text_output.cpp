// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/cli/text_output.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace robustream::cli {
namespace {
constexpr std::size_t buffer_limit = 1 << 16;
}

TextOutput::TextOutput() : descriptor_(STDOUT_FILENO) {}

TextOutput::~TextOutput() {
  if (descriptor_ != STDOUT_FILENO && descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Status TextOutput::failure(const char* action, int error) const {
  return {StatusCode::file_access, fmt::format("{}: cannot {}: {}", path_.empty() ? "standard output" : path_, action,
                                               std::generic_category().message(error))};
}

Status TextOutput::open(const std::string& path) {
  struct stat there = {};
  const bool special = ::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode);
  const std::string target = special ? path : path + ".tmp";
  path_ = path;
  descriptor_ = ::open(target.c_str(), special ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return failure("create it", errno);
  if (!special) temporary_ = target;
  return {};
}

void TextOutput::write(std::string_view text) {
  if (!good()) return;
  buffer_.append(text);
  if (buffer_.size() >= buffer_limit) drain();
}

void TextOutput::drain() {
  std::size_t done = 0;
  while (done < buffer_.size() && good()) {
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno == EPIPE) {
      closed_ = true;
    } else if (errno == EAGAIN) {
      // Someone made the terminal or pipe non-blocking: wait until there is room.
      struct pollfd room = {descriptor_, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  buffer_.clear();
}

Status TextOutput::flush() {
  drain();
  return error_ == 0 ? Status() : failure("write", error_);
}

Status TextOutput::finish() {
  if (Status status = flush(); !status.ok()) return status;
  if (descriptor_ == STDOUT_FILENO) return {};
  // A device or pipe cannot be synced; a regular file must be.
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) return failure("sync", errno);
  const int closing = ::close(descriptor_);
  descriptor_ = -1;
  if (closing != 0) return failure("close", errno);
  if (temporary_.empty()) return {};
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return failure("rename", errno);
  temporary_.clear();
  return {};
}

}  // namespace robustream::cli

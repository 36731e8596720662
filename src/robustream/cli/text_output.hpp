// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>

#include <robustream/base/status.hpp>

namespace robustream::cli {

/// Text on its way to standard output or a file, buffered, with every error seen: a full disk must not look like
/// success.
///
/// A reader that closed the pipe (`... | head -1`) is no error: later text is dropped, closed() says so, and loops may
/// stop early.
class TextOutput {
 public:
  /// Standard output.
  TextOutput();
  /// Removes the temporary file if finish() was not reached.
  ~TextOutput();
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  /// Writes to `path` from now on: to "<path>.tmp", which gets its name in finish(), so that a half-written file never
  /// looks whole; straight to `path` if that is no regular file (a pipe, /dev/stdout). file_access with errno's text.
  Status open(const std::string& path);

  void write(std::string_view text);
  /// Hands all text to the kernel. file_access with errno's text if any write so far failed.
  Status flush();
  /// flush(), and for a file: sync, close, rename.
  Status finish();

  /// The reader went away.
  bool closed() const { return closed_; }
  /// Writing makes sense: the reader is there and no write has failed.
  bool good() const { return !closed_ && error_ == 0; }

 private:
  void drain();
  Status failure(const char* action, int error) const;

  int descriptor_;
  std::string path_;       // empty: standard output
  std::string temporary_;  // empty: no rename to do
  std::string buffer_;
  int error_ = 0;
  bool closed_ = false;
};

}  // namespace robustream::cli

// SPDX-License-Identifier: BSD-3-Clause
// Internal: the only folder that includes hdf5.h.
#pragma once
// Later releases keep the calls of 1.10 under this name.
#define H5_USE_110_API
#include <hdf5.h>

#include <string>
#include <utility>

#include <robustream/base/status.hpp>

namespace robustream::io::hdf5 {

/// Right to call HDF5 in this scope. Takes the one lock of the process (most builds of HDF5 are not thread-safe; the
/// prefetch thread and a checkpoint meet here) and keeps HDF5's error stack off the screen; the host program's own
/// error handler is back afterwards. Sessions nest.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// An open HDF5 object, closed at the end of its life.
template <herr_t (*Close)(hid_t)> class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, -1);
    }
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool valid() const { return id_ >= 0; }
  hid_t id() const { return id_; }
  /// Closes now; false when HDF5 could not (for a file that is written: data may be missing).
  bool reset() {
    if (id_ < 0) return true;
    Session session;
    return Close(std::exchange(id_, -1)) >= 0;
  }

 private:
  hid_t id_ = -1;
};

using File = Handle<H5Fclose>;
using Object = Handle<H5Oclose>;  // groups and datasets opened by name
using Dataset = Handle<H5Dclose>;
using Group = Handle<H5Gclose>;
using Space = Handle<H5Sclose>;
using Type = Handle<H5Tclose>;
using Properties = Handle<H5Pclose>;
using Attribute = Handle<H5Aclose>;

/// Status of a failed call: `what` and HDF5's reason on one line ("cannot read: can't read data: inflate() failed"),
/// which is cleared. Call it before any other HDF5 call, also before a handle closes: those clear it too. The code is
/// `code` unless HDF5 ran out of memory (out_of_memory) or the operating system refused (file_access, with errno's
/// text).
Status failure(StatusCode code, const std::string& what);

}  // namespace robustream::io::hdf5

// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/io/hdf5/session.hpp>

#include <cerrno>
#include <cstring>
#include <mutex>

namespace robustream::io::hdf5 {
namespace {

std::recursive_mutex& process_lock() {
  // Never destroyed: handles may be closed while the program ends.
  static auto* lock = new std::recursive_mutex;
  return *lock;
}

struct HostHandler {
  int depth = 0;
  H5E_auto2_t function = nullptr;
  void* data = nullptr;
};
thread_local HostHandler host;

struct Reason {
  std::string outer;
  std::string inner;
  bool memory = false;
  bool system = false;
};

herr_t collect(unsigned, const H5E_error2_t* entry, void* data) {
  auto& reason = *static_cast<Reason*>(data);
  // H5E_CANTALLOC also stands for "can't allocate file space"; only these pairs mean memory.
  if (entry->maj_num == H5E_RESOURCE && (entry->min_num == H5E_NOSPACE || entry->min_num == H5E_CANTALLOC)) {
    reason.memory = true;
  }
  if (!entry->desc) return 0;
  if (std::strstr(entry->desc, "errno = ")) reason.system = true;
  try {
    if (reason.outer.empty()) reason.outer = entry->desc;
    reason.inner = entry->desc;
  } catch (...) {
    return -1;  // out of memory: no exception may cross HDF5's frames
  }
  return 0;
}

Reason walk() {
  Session session;
  Reason reason;
  // Downward: from the function that we called to the one that failed.
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, collect, &reason);
  H5Eclear2(H5E_DEFAULT);
  return reason;
}

std::string one_line(const Reason& reason) {
  std::string text = reason.outer;
  if (!reason.inner.empty() && reason.inner != reason.outer) text += ": " + reason.inner;
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return text;
}

}  // namespace

Session::Session() {
  process_lock().lock();
  if (host.depth++ == 0) {
    H5Eget_auto2(H5E_DEFAULT, &host.function, &host.data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
}

Session::~Session() {
  const int saved_errno = errno;
  if (--host.depth == 0) H5Eset_auto2(H5E_DEFAULT, host.function, host.data);
  process_lock().unlock();
  errno = saved_errno;
}

Status failure(StatusCode code, const std::string& what) {
  const Reason reason = walk();
  if (reason.memory) return {StatusCode::out_of_memory, what + ": HDF5 ran out of memory"};
  const std::string text = one_line(reason);
  return {reason.system ? StatusCode::file_access : code, text.empty() ? what : what + ": " + text};
}

}  // namespace robustream::io::hdf5

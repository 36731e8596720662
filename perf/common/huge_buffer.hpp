// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace robustream::perf {

/// Memory for benchmark data, in huge pages where the system has them: NumPy asks for them too for arrays of 4 MiB and
/// more, and a comparison needs the same pages on both sides. Not initialised: the first writer decides where it lies.
template <class T> class HugeBuffer {
 public:
  explicit HugeBuffer(std::size_t size) : size_(size) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t bytes = (size * sizeof(T) + page - 1) / page * page;
    data_.reset(static_cast<T*>(std::aligned_alloc(page, bytes)));
    if (!data_) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    if (bytes >= 2 * page) madvise(data_.get(), bytes, MADV_HUGEPAGE);  // advice: without it things are only slower
#endif
  }

  T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_;
};

}  // namespace robustream::perf

// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>

#include <common/huge_buffer.hpp>
#include <shapes.hpp>

namespace robustream::perf {

struct DataOptions {
  std::uint64_t seed = 1;
  /// Correlation of neighbouring columns, in (-1, 1).
  double correlation = 0.0;
};

/// The rows of a benchmark, ready in memory: X row-major with standard normal columns, y = X b + 0.5 + noise with b
/// normal of variance 1 / features and noise t(2), whose variance is infinite. Made by all threads of Kokkos' default
/// host space; the same for any number of threads.
template <class T> class StreamData {
 public:
  StreamData(const Shape& shape, const DataOptions& options);

  const Shape& shape() const { return shape_; }
  const T* x() const { return x_.data(); }
  const T* y() const { return y_.data(); }

  /// Writes X, then y, as they lie in memory, into a new file. False if that fails (errno says why).
  bool write(const std::string& path) const;

 private:
  Shape shape_;
  HugeBuffer<T> x_;
  HugeBuffer<T> y_;
};

}  // namespace robustream::perf

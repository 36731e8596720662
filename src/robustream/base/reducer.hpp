// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>

namespace robustream {

/// Adds a contiguous float64 buffer over all processes that share a batch. Solvers call it after each pass and know
/// nothing else of the other processes.
class Reducer {
 public:
  virtual ~Reducer() = default;
  /// On return every process holds the element-wise sum of all processes' `values`, the same bits on each.
  virtual void sum(double* values, std::size_t count) const = 0;
};

/// One process: the sum is already there.
class LocalReducer final : public Reducer {
 public:
  void sum(double*, std::size_t) const override {}
};

}  // namespace robustream

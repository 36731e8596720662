// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

#include <robustream/base/views.hpp>

namespace robustream {

/// The user's data of one batch, nothing copied.
template <class T, class Exec> struct Batch {
  MatrixView<T, Exec> x;  ///< rows x features
  VectorView<T, Exec> y;  ///< rows
  VectorView<T, Exec> w;  ///< rows, or empty when every weight is 1
  bool weighted = false;

  std::int64_t rows() const { return static_cast<std::int64_t>(x.extent(0)); }
  int features() const { return static_cast<int>(x.extent(1)); }
};

}  // namespace robustream

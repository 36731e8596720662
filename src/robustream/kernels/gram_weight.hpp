// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace robustream {

/// Row weights g of the Gram matrix that a pass adds up.
enum class GramWeight {
  none,       ///< no Gram matrix
  curvature,  ///< the loss's smoothed curvature: Newton matrix and information matrix
  majorizer   ///< psi(r) / r: reweighted least squares
};

}  // namespace robustream

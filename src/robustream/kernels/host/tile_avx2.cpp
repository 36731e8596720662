// SPDX-License-Identifier: BSD-3-Clause
// x86-64 with AVX2 and FMA: 16 registers of 4 doubles.
#define TILE_LANES 4
#define TILE_ROWS 4
#define TILE_PANELS 1
#define TILE_NAME "avx2"
#include <robustream/kernels/host/tile.inl>

namespace robustream::host {
const TileOperations& tile_operations_avx2() { return operations; }
}  // namespace robustream::host

// SPDX-License-Identifier: BSD-3-Clause
// x86-64 with AVX-512: 32 registers of 8 doubles.
#define TILE_LANES 8
#define TILE_ROWS 8
#define TILE_PANELS 2
#define TILE_NAME "avx512"
#include <robustream/kernels/host/tile.inl>

namespace robustream::host {
const TileOperations& tile_operations_avx512() { return operations; }
}  // namespace robustream::host

// SPDX-License-Identifier: BSD-3-Clause
// Any processor: pairs of doubles, what every 64-bit vector unit has.
#define TILE_LANES 2
#define TILE_ROWS 2
#define TILE_PANELS 1
#define TILE_NAME "generic"
#include <robustream/kernels/host/tile.inl>

namespace robustream::host {
const TileOperations& tile_operations_generic() { return operations; }
}  // namespace robustream::host

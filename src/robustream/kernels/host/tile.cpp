// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/host/tile.hpp>

namespace robustream::host {
namespace {

const TileOperations& best() {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
#ifdef ROBUSTREAM_HAVE_AVX512_TILE
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return tile_operations_avx512();
  }
#endif
#ifdef ROBUSTREAM_HAVE_AVX2_TILE
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return tile_operations_avx2();
#endif
#endif
  return tile_operations_generic();
}

}  // namespace

const TileOperations& tile_operations() {
  static const TileOperations& chosen = best();
  return chosen;
}

}  // namespace robustream::host

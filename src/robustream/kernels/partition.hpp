// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cstdint>

#include <Kokkos_Core.hpp>

namespace robustream {

/// Rows cut into contiguous parts of whole tiles, one a thread. Sums are kept a part and added in the order of the
/// parts, so results depend on the number of parts and not on which thread came first.
struct Partition {
  std::int64_t rows = 0;
  int parts = 1;
  std::int64_t unit = 1;  ///< rows of a tile

  std::int64_t begin(int part) const {
    const std::int64_t tiles = (rows + unit - 1) / unit;
    return std::min(rows, unit * (tiles / parts * part + std::min<std::int64_t>(part, tiles % parts)));
  }
  std::int64_t end(int part) const { return begin(part + 1); }
};

/// `wanted` parts (0: as many as `exec` has threads), but no more than there are tiles of work.
template <class Exec> Partition make_partition(const Exec& exec, std::int64_t rows, std::int64_t unit, int wanted) {
  const int threads = wanted > 0 ? wanted : static_cast<int>(exec.concurrency());
  const std::int64_t tiles = (rows + unit - 1) / unit;
  return {rows, static_cast<int>(std::clamp<std::int64_t>(tiles, 1, threads)), unit};
}

/// body(part, first row, end row) for each part, on `exec`. Does not fence.
template <class Exec, class Body>
void for_each_part(const char* label, const Exec& exec, const Partition& partition, const Body& body) {
  Kokkos::parallel_for(label,
                       Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<std::int64_t>>(
                           exec, 0, partition.parts),
                       [=](std::int64_t part) {
                         const int k = static_cast<int>(part);
                         body(k, partition.begin(k), partition.end(k));
                       });
}

}  // namespace robustream

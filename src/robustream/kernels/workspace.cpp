// SPDX-License-Identifier: BSD-3-Clause
#include <robustream/kernels/workspace.hpp>

#include <algorithm>
#include <cstdint>

#include <robustream/base/execution_spaces.hpp>

namespace robustream {
namespace {

constexpr std::size_t alignment = 64;  // bytes: a cache line, and the widest vector load

std::size_t round_up(std::size_t value) {
  constexpr std::size_t unit = alignment / sizeof(double);
  return (value + unit - 1) / unit * unit;
}

}  // namespace

template <class Exec> int Workspace<Exec>::tile_rows(int panels) {
  // z and its scaled copy within half of a second-level cache, yet enough rows to pay for a Gram block's load and
  // store.
  const int rows = static_cast<int>(std::size_t{49152} / (static_cast<std::size_t>(panels) * host::panel_width));
  return std::clamp(rows / 16 * 16, 48, 256);
}

template <class Exec> void Workspace<Exec>::grow(Buffer& buffer, const char* label, std::size_t size) {
  const std::size_t padded_size = size + alignment / sizeof(double);
  if (buffer.extent(0) < padded_size) {
    buffer = Buffer();  // first, so that the old and the new need not fit together
    buffer = Buffer(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), padded_size);
  }
}

template <class Exec> double* Workspace<Exec>::aligned(const Buffer& buffer) {
  const auto address = reinterpret_cast<std::uintptr_t>(buffer.data());
  return reinterpret_cast<double*>((address + alignment - 1) / alignment * alignment);
}

template <class Exec>
Partition Workspace<Exec>::prepare(const Exec& exec, std::int64_t rows, int features, bool intercept, int wanted) {
  const int panels = host::panels_for(features + (intercept ? 1 : 0));
  const Partition partition = make_partition(exec, rows, tile_rows(panels), wanted);
  panels_ = panels;
  rows_ = rows;
  tile_stride_ = round_up(2 * tile_elements() + tile_vectors * static_cast<std::size_t>(vector_length()));
  partial_stride_ = round_up(partial_elements());
  const auto parts = static_cast<std::size_t>(partition.parts);
  grow(residuals_, "robustream::residuals", static_cast<std::size_t>(rows) * residual_slots);
  grow(tiles_, "robustream::tiles", parts * tile_stride_);
  grow(partials_, "robustream::partial_sums", parts * partial_stride_);
  grow(coordinates_, "robustream::coordinates", 3 * static_cast<std::size_t>(padded()));
  return partition;
}

template <class Exec> void Workspace<Exec>::set_coordinates(const Standardization& standardization) {
  double* const centre = aligned(coordinates_);
  std::fill(centre, centre + 3 * padded(), 0.0);
  for (std::size_t j = 0; j < standardization.scale.size(); ++j) {
    centre[j] = standardization.centre[j];
    centre[static_cast<std::size_t>(padded()) + j] = 1.0 / standardization.scale[j];
  }
}

#define ROBUSTREAM_INSTANTIATE(EXEC) template class Workspace<EXEC>;
ROBUSTREAM_FOR_HOST_SPACES(ROBUSTREAM_INSTANTIATE)
#undef ROBUSTREAM_INSTANTIATE

}  // namespace robustream

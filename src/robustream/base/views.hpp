// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

namespace robustream {

/// Rows x columns of a batch in memory that `Exec` can read, any strides: what LayoutLeft, LayoutRight and sub-views
/// become at the library's door, so that kernels are compiled once for each element type and execution space.
template <class T, class Exec>
using MatrixView =
    Kokkos::View<const T**, Kokkos::LayoutStride, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
/// A vector of a batch, any stride. Extent 0 stands for "no weights" where a weight is meant.
template <class T, class Exec>
using VectorView =
    Kokkos::View<const T*, Kokkos::LayoutStride, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
/// A contiguous float64 vector that a kernel writes.
template <class Exec>
using OutputView = Kokkos::View<double*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

namespace detail {

template <class View> using element_t = std::remove_const_t<typename View::value_type>;

template <class View>
constexpr bool is_real_v = std::is_same_v<element_t<View>, float> || std::is_same_v<element_t<View>, double>;

template <class Exec, class View> constexpr void check_view(int) {
  static_assert(is_real_v<View>, "robustream: Views hold float or double");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible,
                "robustream: the execution space cannot read this View's memory");
}

template <class Exec, class View> MatrixView<element_t<View>, Exec> as_matrix(const View& view) {
  static_assert(View::rank == 2, "robustream: X is a rank-2 View, rows x features");
  check_view<Exec, View>(0);
  return MatrixView<element_t<View>, Exec>(
      view.data(), Kokkos::LayoutStride(view.extent(0), view.stride_0(), view.extent(1), view.stride_1()));
}

template <class Exec, class View> VectorView<element_t<View>, Exec> as_vector(const View& view) {
  static_assert(View::rank == 1, "robustream: y and w are rank-1 Views");
  check_view<Exec, View>(0);
  return VectorView<element_t<View>, Exec>(view.data(), Kokkos::LayoutStride(view.extent(0), view.stride_0()));
}

}  // namespace detail
}  // namespace robustream

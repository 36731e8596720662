// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Kokkos_Core.hpp>

/// The execution spaces for which the library is compiled: those of the Kokkos it was built with.
/// ROBUSTREAM_FOR_HOST_SPACES(MACRO) expands MACRO(space) for each space that runs on the host;
/// ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(MACRO) expands MACRO(space, element type of X).
#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
#define ROBUSTREAM_FOR_HOST_SPACES(MACRO) MACRO(Kokkos::Serial) MACRO(Kokkos::OpenMP)
#elif defined(KOKKOS_ENABLE_OPENMP)
#define ROBUSTREAM_FOR_HOST_SPACES(MACRO) MACRO(Kokkos::OpenMP)
#elif defined(KOKKOS_ENABLE_SERIAL)
#define ROBUSTREAM_FOR_HOST_SPACES(MACRO) MACRO(Kokkos::Serial)
#else
#error "robustream needs a Kokkos with the Serial or the OpenMP execution space"
#endif

#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)
#define ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(MACRO) \
  MACRO(Kokkos::Serial, float)                      \
  MACRO(Kokkos::Serial, double)                     \
  MACRO(Kokkos::OpenMP, float)                      \
  MACRO(Kokkos::OpenMP, double)
#elif defined(KOKKOS_ENABLE_OPENMP)
#define ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(MACRO) MACRO(Kokkos::OpenMP, float) MACRO(Kokkos::OpenMP, double)
#else
#define ROBUSTREAM_FOR_HOST_SPACES_AND_TYPES(MACRO) MACRO(Kokkos::Serial, float) MACRO(Kokkos::Serial, double)
#endif

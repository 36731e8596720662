# SPDX-License-Identifier: BSD-3-Clause
# Everything Robustream is built on. Nothing is downloaded: bring it, or let scripts/setup provide it.

find_package(Kokkos REQUIRED)
find_package(LAPACK REQUIRED)
find_package(LAPACKE REQUIRED)
find_package(Threads REQUIRED)

if(ROBUSTREAM_ENABLE_HDF5)
  find_package(HDF5 REQUIRED COMPONENTS C)
  find_package(ZLIB REQUIRED)
endif()

if(ROBUSTREAM_BUILD_CLI)
  if(NOT ROBUSTREAM_ENABLE_HDF5)
    message(FATAL_ERROR "ROBUSTREAM_BUILD_CLI needs ROBUSTREAM_ENABLE_HDF5: the program reads HDF5 files")
  endif()
  find_package(CLI11 REQUIRED)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
endif()

if(ROBUSTREAM_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  find_package(nlohmann_json REQUIRED)
endif()

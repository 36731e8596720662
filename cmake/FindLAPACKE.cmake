# SPDX-License-Identifier: BSD-3-Clause
# Finds LAPACKE, the C interface to LAPACK, and defines LAPACKE::LAPACKE.
# LAPACK libraries that contain LAPACKE (OpenBLAS builds, MKL) are recognised before a separate library is looked for.

include(FindPackageHandleStandardArgs)
include(CheckCXXSourceCompiles)
find_package(LAPACK QUIET)

find_path(LAPACKE_INCLUDE_DIR NAMES lapacke.h PATH_SUFFIXES lapacke openblas)
mark_as_advanced(LAPACKE_INCLUDE_DIR LAPACKE_LIBRARY)

if(LAPACK_FOUND AND LAPACKE_INCLUDE_DIR AND NOT LAPACKE_LIBRARY)
  set(CMAKE_REQUIRED_INCLUDES "${LAPACKE_INCLUDE_DIR}")
  set(CMAKE_REQUIRED_LIBRARIES LAPACK::LAPACK)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("
    #include <lapacke.h>
    int main() { return static_cast<int>(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', 0, nullptr, 1)); }"
    LAPACKE_IS_IN_LAPACK)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
  unset(CMAKE_REQUIRED_QUIET)
endif()
if(NOT LAPACKE_IS_IN_LAPACK)
  find_library(LAPACKE_LIBRARY NAMES lapacke)
  set(lapacke_needed LAPACKE_LIBRARY)
endif()

find_package_handle_standard_args(LAPACKE REQUIRED_VARS LAPACKE_INCLUDE_DIR ${lapacke_needed} LAPACK_FOUND)
unset(lapacke_needed)

if(LAPACKE_FOUND AND NOT TARGET LAPACKE::LAPACKE)
  add_library(LAPACKE::LAPACKE INTERFACE IMPORTED)
  target_include_directories(LAPACKE::LAPACKE INTERFACE "${LAPACKE_INCLUDE_DIR}")
  if(LAPACKE_LIBRARY)
    target_link_libraries(LAPACKE::LAPACKE INTERFACE "${LAPACKE_LIBRARY}")
  endif()
  target_link_libraries(LAPACKE::LAPACKE INTERFACE LAPACK::LAPACK)
endif()

# SPDX-License-Identifier: BSD-3-Clause
# The generated header robustream/base/version.hpp, and the source that knows the commit. The commit is looked up at every
# build but written only when it has changed, so that a commit costs one small compilation.

set(robustream_generated_dir "${PROJECT_BINARY_DIR}/generated")
configure_file("${PROJECT_SOURCE_DIR}/src/robustream/base/version.hpp.in"
  "${robustream_generated_dir}/robustream/base/version.hpp" @ONLY)

find_package(Git QUIET)
set(robustream_version_source "${robustream_generated_dir}/robustream/base/version.cpp")
set(robustream_write_version "${CMAKE_COMMAND}"
  "-DGIT=${GIT_EXECUTABLE}"
  "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
  "-DTEMPLATE=${PROJECT_SOURCE_DIR}/src/robustream/base/version.cpp.in"
  "-DOUTPUT=${robustream_version_source}"
  -P "${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake")
execute_process(COMMAND ${robustream_write_version} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(robustream_version COMMAND ${robustream_write_version} BYPRODUCTS "${robustream_version_source}"
  COMMENT "Looking up the commit" VERBATIM)

# SPDX-License-Identifier: BSD-3-Clause
# Build type, language standard, warnings and sanitizers: what every target of ours is compiled with.

if(ROBUSTREAM_IS_TOP_LEVEL)
  get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT is_multi_config AND NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()

  # nvcc_wrapper and ccache do not know of each other.
  find_program(ROBUSTREAM_CCACHE ccache)
  mark_as_advanced(ROBUSTREAM_CCACHE)
  if(ROBUSTREAM_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER AND NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${ROBUSTREAM_CCACHE}")
  endif()

  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endif()

if(NOT DEFINED CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 17)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(ROBUSTREAM_SANITIZE)
  add_compile_options(-fsanitize=${ROBUSTREAM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ROBUSTREAM_SANITIZE})
endif()

# Warnings for a target of ours. nvcc writes line directives that -Wpedantic objects to.
function(robustream_enable_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(NOT CMAKE_CXX_COMPILER MATCHES "nvcc_wrapper")
    target_compile_options(${target} PRIVATE -Wpedantic)
  endif()
  # GCC 12 sees overlapping copies in string concatenation where there are none (its bug 105651).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12
      AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(ROBUSTREAM_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# SPDX-License-Identifier: BSD-3-Clause
# Install rules and the package configuration. Everything is relative to the prefix, so that the tree can be moved.

include(CMakePackageConfigHelpers)

set(robustream_headers_left_out PATTERN "cli" EXCLUDE)
if(NOT ROBUSTREAM_ENABLE_HDF5)
  list(APPEND robustream_headers_left_out PATTERN "io" EXCLUDE)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/robustream" "${robustream_generated_dir}/robustream"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" ${robustream_headers_left_out})

set(robustream_libraries robustream_core)
if(ROBUSTREAM_ENABLE_HDF5)
  list(APPEND robustream_libraries robustream_hdf5)
endif()
install(TARGETS ${robustream_libraries} EXPORT robustreamTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(ROBUSTREAM_BUILD_CLI)
  file(RELATIVE_PATH robustream_bin_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(robustream PROPERTIES INSTALL_RPATH "$ORIGIN/${robustream_bin_to_lib}")
  install(TARGETS robustream RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

set(robustream_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/robustream")
install(EXPORT robustreamTargets NAMESPACE robustream:: DESTINATION "${robustream_package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/robustreamConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/robustreamConfig.cmake" INSTALL_DESTINATION "${robustream_package_dir}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/robustreamConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/robustreamConfig.cmake"
  "${PROJECT_BINARY_DIR}/robustreamConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/FindLAPACKE.cmake"
  DESTINATION "${robustream_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

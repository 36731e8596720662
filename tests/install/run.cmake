# SPDX-License-Identifier: BSD-3-Clause
# Script: builds and runs the project in consumer/ against Robustream.
#   MODE=installed     installs BUILD_DIR, moves the tree elsewhere, and finds it there with find_package
#   MODE=subdirectory  adds SOURCE_DIR to the consumer's build, without HDF5
# Also given: SOURCE_DIR, BUILD_DIR, WORK_DIR (emptied first), and the settings of the build in GENERATOR, BUILD_TYPE,
# CXX_COMPILER, CXX_STANDARD, LAUNCHER, PREFIX_PATH, SHARED.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}\nended with ${result} and said:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")
set(options -G "${GENERATOR}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
  "-DCMAKE_CXX_STANDARD=${CXX_STANDARD}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" "-DBUILD_SHARED_LIBS=${SHARED}")

if(MODE STREQUAL "installed")
  run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${WORK_DIR}/staged")
  set(installed "${WORK_DIR}/moved/elsewhere")
  file(MAKE_DIRECTORY "${WORK_DIR}/moved")
  file(RENAME "${WORK_DIR}/staged" "${installed}")

  # Nothing of the package configuration may point back to where it was built.
  file(GLOB_RECURSE files "${installed}/*.cmake")
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    foreach(folder IN ITEMS "${SOURCE_DIR}/src" "${BUILD_DIR}/" "${WORK_DIR}/staged")
      string(FIND "${text}" "${folder}" position)
      if(NOT position EQUAL -1)
        message(FATAL_ERROR "${file} names ${folder}; the package cannot be moved")
      endif()
    endforeach()
  endforeach()

  if(EXISTS "${installed}/bin/robustream")
    run("${installed}/bin/robustream" --version)
    message("${output}")
  endif()
  list(PREPEND PREFIX_PATH "${installed}")
else()
  list(APPEND options "-DROBUSTREAM_SOURCE_DIR=${SOURCE_DIR}" -DROBUSTREAM_ENABLE_HDF5=OFF)
endif()
string(REPLACE ";" ":" PREFIX_PATH "${PREFIX_PATH}")
set(ENV{CMAKE_PREFIX_PATH} "${PREFIX_PATH}")

run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}/tests/install/consumer" -B "${WORK_DIR}/build" ${options})
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/build" --parallel 2)
run("${WORK_DIR}/build/fit_phones")
message("${output}")
if(EXISTS "${WORK_DIR}/build/save_state")
  run("${WORK_DIR}/build/save_state" "${WORK_DIR}/state.h5")
  message("save_state: done")
elseif(MODE STREQUAL "installed" AND HDF5)
  message(FATAL_ERROR "the installed package has no robustream::hdf5")
endif()

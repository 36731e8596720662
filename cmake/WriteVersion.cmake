# SPDX-License-Identifier: BSD-3-Clause
# Script: writes OUTPUT from TEMPLATE with the commit of SOURCE_DIR, or "unknown" where that is no git checkout.

set(ROBUSTREAM_COMMIT "unknown")
if(GIT AND EXISTS "${SOURCE_DIR}/.git")
  execute_process(COMMAND "${GIT}" describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY "${SOURCE_DIR}" OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE result ERROR_QUIET)
  if(result EQUAL 0)
    set(ROBUSTREAM_COMMIT "${commit}")
  endif()
endif()
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)

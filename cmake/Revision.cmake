# The commit that is built, for `rtlgen --version`: RTLGEN_REVISION, empty in a source archive without a repository. Uncommitted
# changes are not detected. Generated HDL contains only the version, so that a commit does not change it.
set(RTLGEN_REVISION "")
find_program(GIT_PROGRAM git)
mark_as_advanced(GIT_PROGRAM)
if(GIT_PROGRAM AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_PROGRAM} -C ${PROJECT_SOURCE_DIR} describe --always --abbrev=10 --match v[0-9]*
                  OUTPUT_VARIABLE RTLGEN_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  # A commit, checkout or rebase appends a line to this file; the next build then configures again first.
  execute_process(COMMAND ${GIT_PROGRAM} -C ${PROJECT_SOURCE_DIR} rev-parse --path-format=absolute --git-path logs/HEAD
                  OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(head_log AND EXISTS ${head_log})
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${head_log})
  endif()
endif()

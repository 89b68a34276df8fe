# The commit that is configured, for `rtlgen --version`: RTLGEN_REVISION, empty in a source archive without a repository.
# Generated HDL carries the version only, so that a commit does not change it.
set(RTLGEN_REVISION "")
find_program(GIT_PROGRAM git)
mark_as_advanced(GIT_PROGRAM)
if(GIT_PROGRAM AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_PROGRAM} -C ${PROJECT_SOURCE_DIR} describe --always --dirty --abbrev=10 --match v[0-9]*
                  OUTPUT_VARIABLE RTLGEN_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()

# Installed files, and the Debian packages (docs/install.md).
#
# Components: program (bin/rtlgen), man, completions, data (shipped stencils, boards, examples, schemas), docs;
# host (the shared library) and host_dev (headers, CMake and pkg-config files), whose rules are in runtime/host; python, if
# pybind11 is found, whose rules are in gen/python.
# The program finds its data next to itself (../share/rtlgen), and contains all HDL and simulation sources, so that a tree
# can be moved anywhere.

# --- man pages and completions, written by the program from its tables of options
set(shell_files ${PROJECT_BINARY_DIR}/shell)
set(shell_stamp ${shell_files}/done)
add_custom_command(OUTPUT ${shell_stamp}
  COMMAND rtlgen shell-files ${shell_files}
  COMMAND ${CMAKE_COMMAND} -E touch ${shell_stamp}
  DEPENDS rtlgen VERBATIM)
add_custom_target(rtlgen_shell_files ALL DEPENDS ${shell_stamp})
install(DIRECTORY ${shell_files}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT man)
install(FILES ${shell_files}/rtlgen.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME rtlgen COMPONENT completions)
install(FILES ${shell_files}/_rtlgen DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT completions)
install(FILES ${shell_files}/rtlgen.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT completions)

install(DIRECTORY configs boards examples DESTINATION ${CMAKE_INSTALL_DATADIR}/rtlgen COMPONENT data)
# The last line of each shipped stencil and board refers to this place.
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/rtlgen/docs COMPONENT data)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rtlgen/docs COMPONENT docs PATTERN schema EXCLUDE)
# The same pages as a web site, for `rtlgen docs --open`: packages have it if mkdocs was installed when they were built.
find_program(RTLGEN_MKDOCS mkdocs)
if(RTLGEN_MKDOCS)
  add_custom_target(rtlgen_site COMMAND ${PROJECT_SOURCE_DIR}/scripts/docs.sh ${PROJECT_BINARY_DIR}/site VERBATIM)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rtlgen/html COMPONENT docs OPTIONAL)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/rtlgen COMPONENT docs)

# --- packages
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rtlgen)
set(CPACK_PACKAGE_VENDOR rtlgen)
set(CPACK_PACKAGE_CONTACT "the rtlgen developers <rtlgen@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "turn a stencil in YAML into a verified streaming accelerator in Verilog and VHDL")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program's library is not a separate package in which symbols could be looked up.
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_PACKAGE_SECTION electronics)

set(CPACK_COMPONENTS_ALL program man completions data docs host host_dev)
set(CPACK_DEBIAN_RTLGEN_PACKAGE_NAME rtlgen)
# Simulations are C++ programs that Verilator writes and make builds with g++.
set(CPACK_DEBIAN_RTLGEN_PACKAGE_DEPENDS "verilator (>= 5.0), g++, make")
set(CPACK_DEBIAN_RTLGEN_PACKAGE_RECOMMENDS "ghdl, iverilog, yosys, zlib1g-dev, ccache")
set(CPACK_DEBIAN_RTLGEN_PACKAGE_SUGGESTS "clang, libsystemc-dev, librtlgen-host-dev")
set(CPACK_DEBIAN_HOST_PACKAGE_NAME librtlgen-host${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_HOST_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_HOST_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_HOST_DEV_PACKAGE_NAME librtlgen-host-dev)
set(CPACK_DEBIAN_HOST_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_HOST_DEV_PACKAGE_DEPENDS "librtlgen-host${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_HOST_DEV_PACKAGE_SHLIBDEPS OFF)

# The module is only for the Python version that it was built with.
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rtlgen)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${RTLGEN_PYTHON_VERSION}), python3 (<< ${RTLGEN_PYTHON_NEXT}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "rtlgen (= ${PROJECT_VERSION})")
if(TARGET rtlgen_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()

include(CPack)
cpack_add_component_group(rtlgen DESCRIPTION "rtlgen turns a YAML description of a stencil computation into a streaming FPGA accelerator in Verilog and VHDL, and simulates it bit for bit")
cpack_add_component_group(host DESCRIPTION "library to run rtlgen accelerators from C++ or C programs")
cpack_add_component_group(host_dev DESCRIPTION "headers of the library to run rtlgen accelerators")
foreach(component program man completions data docs)
  cpack_add_component(${component} GROUP rtlgen)
endforeach()
cpack_add_component(host GROUP host)
cpack_add_component(host_dev GROUP host_dev)
if(TARGET rtlgen_python)
  cpack_add_component_group(python DESCRIPTION "rtlgen as a Python package: NumPy arrays in and out, stencils as Python functions")
  cpack_add_component(python GROUP python)
endif()

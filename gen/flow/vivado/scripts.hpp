// Scripts of a project for Vivado: IP, build, Makefile.
#pragma once

#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// ip.tcl, build.tcl, tcl/, and the Makefile. `constraints` are the files of constraint_files.
std::vector<emit::File> script_files(const Project& project, const std::vector<emit::File>& constraints);

}  // namespace rtlgen::flow::vivado

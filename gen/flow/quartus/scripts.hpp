// Scripts of a project for Quartus: systems, build, Makefile.
#pragma once

#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

/// ip/*.tcl, build.tcl, the Makefile, and tcl/.
std::vector<emit::File> script_files(const Project& project, const std::vector<emit::File>& constraints);

}  // namespace rtlgen::flow::quartus

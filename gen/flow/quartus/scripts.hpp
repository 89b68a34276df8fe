// Scripts of a project for Quartus: systems, build, Makefile.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

/// Files of fpga_projects/quartus by name.
const std::map<std::string, std::string>& shared_tcl();

/// ip/*.tcl, build.tcl, the Makefile, and tcl/.
std::vector<emit::File> script_files(const Project& project, const std::vector<emit::File>& constraints);

}  // namespace rtlgen::flow::quartus

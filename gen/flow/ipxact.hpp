// component.xml: the accelerator as an IP-XACT component (IEEE 1685-2009, the version that Vivado reads), in the
// project's folder.
//
// It describes the kernel of a Vitis project, and the shell of other projects. The folder is an IP repository.
#pragma once

#include <string>

namespace rtlgen::flow {

struct Project;

/// Whether the project is for AMD's tools, which read it.
bool has_component(const Project& project);
std::string component_xml(const Project& project);

}  // namespace rtlgen::flow

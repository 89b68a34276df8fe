// component.xml: the accelerator as an IP-XACT component (IEEE 1685-2009, the form that Vivado reads), in the project's
// folder.
//
// It describes the kernel of a Vitis project, the shell of others. The folder is an IP repository.
#pragma once

#include <string>

namespace rtlgen::flow {

struct Project;

/// Of projects for AMD's tools, which read it.
bool has_component(const Project& project);
std::string component_xml(const Project& project);

}  // namespace rtlgen::flow

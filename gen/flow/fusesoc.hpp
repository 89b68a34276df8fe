// <top>.core: the project's files and targets for FuseSoC (CAPI2), beside the vendor's own build.
#pragma once

#include <string>
#include <vector>

#include "flow/project.hpp"

namespace rtlgen::flow {

/// `files` are the project's of its tool: what of them is HDL of the card, constraints, IP.
std::string fusesoc_core(const Project& project, const std::vector<emit::File>& files);

}  // namespace rtlgen::flow

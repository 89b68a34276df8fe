// <top>.core: the project's files and targets for FuseSoC (CAPI2), as an alternative to the vendor's build.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {

struct Project;

/// `files` are all files of the project; the result lists the HDL of the card, constraints and IP.
std::string fusesoc_core(const Project& project, const std::vector<emit::File>& files);

}  // namespace rtlgen::flow

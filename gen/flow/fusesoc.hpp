// <top>.core: the project's files and targets for FuseSoC (CAPI2), beside the vendor's own build.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::flow {

struct Project;

/// `files` are all files of the project; HDL of the card, constraints and IP among them are listed.
std::string fusesoc_core(const Project& project, const std::vector<emit::File>& files);

}  // namespace rtlgen::flow

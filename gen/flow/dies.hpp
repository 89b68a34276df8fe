// Assigns the groups of Executors to the dies of a part.
#pragma once

#include <string>

namespace rtlgen::flow {

struct Project;

/// Whether there are hops, and dies for the groups between them.
bool has_dies(const Project& project);
/// Vivado's regions, one per die: the Executors of each, and the registers that cross between dies (UG949, UG912:
/// USER_SLL_REG). Contains only commands of XDC.
std::string dies_text(const Project& project);

}  // namespace rtlgen::flow

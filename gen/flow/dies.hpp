// Where the groups of Executors of a part of several dies go.
#pragma once

#include <string>

namespace rtlgen::flow {

struct Project;

/// Are there hops, and dies to place what lies between them?
bool has_dies(const Project& project);
/// Vivado's regions, one a die: the Executors of each, and the registers that cross (UG949, UG912: USER_SLL_REG).
/// Commands of XDC alone.
std::string dies_text(const Project& project);

}  // namespace rtlgen::flow

// The registers of a core with its position, for a logic analyser.
#pragma once

#include <vector>

#include "flow/project.hpp"

namespace rtlgen::driver {

/// Of each Executor: the coordinates of the word at each of its stages.
std::vector<flow::CoreTap> position_taps(const plan::Plan& plan);

}  // namespace rtlgen::driver

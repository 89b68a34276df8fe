// The registers of a core with its position, for a logic analyser.
#pragma once

#include <vector>

#include "flow/project.hpp"

namespace rtlgen::driver {

/// The coordinates of the word at each stage of every Executor.
std::vector<flow::CoreTap> position_taps(const plan::Plan& plan);

}  // namespace rtlgen::driver

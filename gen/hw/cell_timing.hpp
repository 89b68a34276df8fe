// Delays of the expressions of a module by the cells of a family.
#pragma once

#include "hw/timing.hpp"

namespace rtlgen::hw {

/// `device` with cells. Of a module without registers, or with: those are where routes begin.
Timing cell_timing(const Module& module, const DelayModel& device);

}  // namespace rtlgen::hw

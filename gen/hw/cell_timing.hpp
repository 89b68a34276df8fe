// Delays of the expressions of a module by the cells of a family.
#pragma once

#include "hw/timing.hpp"

namespace rtlgen::hw {

/// Requires a `device` with cell delays. The module may have registers: routes begin at them.
Timing cell_timing(const Module& module, const DelayModel& device);

}  // namespace rtlgen::hw

// Checks the clock domains of a netlist's signals.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::netlist {

/// Adds a fault for each input of one clock domain that reads a signal of another, unless one of the two ends allows
/// it. Names, widths and drivers of the module must be valid.
void clock_faults(const Module& module, std::vector<std::string>& faults);

}  // namespace rtlgen::netlist

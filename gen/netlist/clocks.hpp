// Which clocks the signals of a netlist belong to.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::netlist {

/// Adds a fault for each input of one clock that takes a signal of another, unless one of the two ends allows it. The
/// module's names, widths and drivers are right.
void clock_faults(const Module& module, std::vector<std::string>& faults);

}  // namespace rtlgen::netlist

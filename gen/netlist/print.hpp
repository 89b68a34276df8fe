// Prints a netlist as Verilog-2005. A module is verified first: faulty ones are never printed.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::netlist {

std::string verilog(const Module& module);

/// Modules one after the other, separated by empty lines.
std::string verilog(const std::vector<Module>& modules);

}  // namespace rtlgen::netlist

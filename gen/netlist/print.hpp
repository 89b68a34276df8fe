// Prints a netlist as Verilog-2005 or VHDL-93. A module is verified first: what is wrong is never printed.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::netlist {

std::string verilog(const Module& module);

/// One after the other, with an empty line between them.
std::string verilog(const std::vector<Module>& modules);

/// Modules of rtl/ and others are components, which may be Verilog: an analyser of both languages binds them.
std::string vhdl(const Module& module);

}  // namespace rtlgen::netlist

// The top module of a card with Intel's PCIe and memory IP: the systems, bridges to AXI, the shell.
#pragma once

#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

netlist::Module top_module(const Project& project);

/// Modules of rtl/ that a top instantiates, with those below them that no shell has.
std::vector<std::string> top_leaves(const Project& project);

/// Whether the top drives, reads or does both with a port.
board::Direction direction_of(const Project& project, const std::string& port);

}  // namespace rtlgen::flow::quartus

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

/// The modules of rtl/ that a top instantiates, including their submodules that no shell contains.
std::vector<std::string> top_leaves(const Project& project);

/// Whether the top drives or reads a port, or both.
board::Direction direction_of(const Project& project, const std::string& port);

}  // namespace rtlgen::flow::quartus

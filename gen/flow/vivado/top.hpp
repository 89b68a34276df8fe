// The top module of a card: the vendor's IP, the shell, and what stands between them.
#pragma once

#include <string>
#include <vector>

#include "flow/card_top.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

netlist::Module top_module(const Project& project);

/// Modules of rtl/ that a top instantiates, with those below them that no shell has.
std::vector<std::string> top_leaves(const Project& project);

/// Names of the IP as scripts create and the top instantiates it.
std::string clock_module();
std::string memory_module(std::size_t channel);

/// What makes user interrupts of the accelerators' levels.
netlist::Part interrupts_part(const Project& project);

/// One channel: the join of shell and host, the crossing to the controller's clock, the controller.
netlist::Part memory_part(const Project& project, std::size_t channel);

/// The port that a controller gives its clock at.
std::string ui_clock_port(const board::Ip& controller);

/// Top port and IP port of a channel's pins: "c1_ddr4_adr" is port "c0_ddr4_adr" of channel 1's controller.
std::string ip_port_of(const std::string& top_port);

}  // namespace rtlgen::flow::vivado

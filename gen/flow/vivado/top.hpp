// The top module of a card: the vendor's IP, the shell, and the modules between them.
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

/// The modules of rtl/ that a top instantiates, including their submodules that no shell contains.
std::vector<std::string> top_leaves(const Project& project);

/// Module name of the IP for both scripts and the top.
std::string clock_module();
std::string memory_module(std::size_t channel);

/// Converts the accelerators' level interrupts to user interrupts.
netlist::Part interrupts_part(const Project& project);

/// One channel: the join of shell and host, the clock crossing to the controller, the controller.
netlist::Part memory_part(const Project& project, std::size_t channel);

/// The clock output of a controller.
std::string ui_clock_port(const board::Ip& controller);

/// The IP port for a port of the top at a channel's pins: "c1_ddr4_adr" is port "c0_ddr4_adr" of channel 1's
/// controller.
std::string ip_port_of(const std::string& top_port);

}  // namespace rtlgen::flow::vivado

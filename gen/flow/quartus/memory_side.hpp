// The memory side of a card with Intel's IP, and the instantiation of systems.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "flow/card_top.hpp"
#include "flow/quartus/system.hpp"

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

/// Adds an instance of a system, u_<its name without "card_">.
void add_system(netlist::Part& part, const System& system, const Wires& wires, const std::vector<IpClock>& clocks = {});

bool has(const board::IpUse& border, const std::string& port);

/// Adds the ports of one side: "s_address" is connected to "word_address".
void connect(std::vector<netlist::Connection>& ports, const std::string& side, const std::string& wires,
             std::initializer_list<const char*> roles);

/// One channel: the join of shell and host, the clock crossing to the controller, the bridge to Avalon, the controller.
netlist::Part memory_part(const Project& project, std::size_t channel);

/// The port of a channel's system for a port of the top: "c1_mem_a" is "memory_mem_a".
std::string system_port_of(const board::IpUse& border, const std::string& top_port);

}  // namespace rtlgen::flow::quartus

// The top module of a card with Intel's PCIe and memory IP, in Verilog: the systems, bridges to AXI, the shell.
#pragma once

#include <string>
#include <vector>

#include "flow/project.hpp"

namespace rtlgen::flow::quartus {

/// The file's text.
std::string top_text(const Project& project);

/// Modules of rtl/ that a top instantiates, with those below them that no shell has.
std::vector<std::string> top_leaves(const Project& project);

/// The port of a channel's system behind a port of the top: "c1_mem_a" is "memory_mem_a".
std::string system_port_of(const board::IpUse& border, const std::string& top_port);

/// Whether the top drives, reads or does both with a port.
board::Direction direction_of(const Project& project, const std::string& port);

}  // namespace rtlgen::flow::quartus

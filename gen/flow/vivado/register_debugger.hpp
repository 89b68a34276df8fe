// Registers through JTAG: AMD's JTAG to AXI master beside PCIe, for a card whose host hangs or does not see it any
// more.
#pragma once

#include "board/wiring.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// The IP as the module card_jtag, with its parameters.
board::IpUse register_debugger(const Project& project);

/// "pcie_reg_*" and the IP's accesses to "reg_*".
netlist::Part register_debugger_part(const Project& project);

}  // namespace rtlgen::flow::vivado

// The host's side of a card, which is PCIe or a serial line: clocks, reset, transfers ("host_*", "asked_*") and
// registers ("reg_*").
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flow/card_top.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::vivado {

/// The IP that gives bus_clk and bus_up, with all that is in front of it.
netlist::Part bus_clock_part(const Project& project);
/// From the host to the channels, as wide as the bus.
netlist::Part transfers_part(const Project& project);

/// Of scripts and constraints: the pin that bus_clk comes from.
std::string bus_clock_pin(const Project& project);

/// The IP behind bus_clk: its use, the module and the instance.
struct HostIp {
  const board::IpUse& use;
  std::string module, instance;
};
HostIp host_ip(const board::Wiring& wiring);
/// Its known clocks.
std::vector<IpClock> host_clocks(const board::Wiring& wiring);

/// Buffers of the FPGA in front of PCIe: of its reset, and of its reference clock.
netlist::Module input_buffer();
netlist::Module clock_buffer(const board::Wiring& wiring);

/// What the controllers' sys_rst takes; 0 resets those of 7-series devices, 1 the others.
netlist::Expr memory_reset(const board::Wiring& wiring);

/// Interrupts that the host takes; 0: it polls.
std::size_t interrupts_of(const board::Wiring& wiring);

/// Clocks of a bit on the serial line.
int clocks_per_bit(const board::Wiring& wiring);

}  // namespace rtlgen::flow::vivado

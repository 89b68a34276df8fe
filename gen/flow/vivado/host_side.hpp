// The host's side of a card, which is PCIe or a serial line: clocks, reset, transfers ("host_*", "host_0_*") and
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

/// The IP that provides bus_clk and bus_up, with everything in front of it.
netlist::Part bus_clock_part(const Project& project);
/// The path from the host to the channels, with the width of the bus.
netlist::Part transfers_part(const Project& project);

/// The pins that drive bus_clk and kernel_clk, for scripts and constraints.
std::string bus_clock_pin(const Project& project);
std::string kernel_clock_pin();

/// The IP that provides bus_clk: its use, the module and the instance.
struct HostIp {
  const board::IpUse& use;
  std::string module, instance;
};
HostIp host_ip(const board::Wiring& wiring);
/// Its known clocks.
std::vector<IpClock> host_clocks(const board::Wiring& wiring);

/// The FPGA's input buffers for PCIe: for its reset, and for its reference clock.
netlist::Module input_buffer();
netlist::Module clock_buffer(const board::Wiring& wiring);
/// Shows a word of the bitstream.
netlist::Module bitstream_access();
/// Adds "bitstream_word", what tcl/attempt.tcl wrote into the bitstream.
void add_bitstream_word(netlist::Part& part);

/// The expression for the controllers' sys_rst; 0 resets those of 7-series devices, 1 the others.
netlist::Expr memory_reset(const board::Wiring& wiring);

/// The number of interrupts of the host; 0: it polls.
std::size_t interrupts_of(const board::Wiring& wiring);

/// Clocks per bit on the serial line.
int clocks_per_bit(const board::Wiring& wiring);

}  // namespace rtlgen::flow::vivado

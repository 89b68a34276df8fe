// What every card's top has between the host's AXI and the memory controllers, for the IP of any vendor.
//
// The caller provides the wires bus_clk, bus_rst, kernel_clk, the registers' "reg_*", the host's transfers "host_*" and
// each channel's memory_clk_<k> and far_rst_<k>. Made here: irq, one bit per kernel, run_busy, run_failed;
// "far_<k>_*", a channel's AXI at its controller's clock.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::flow {

struct Project;

/// A wire of a bus: name and bits.
struct BusWire {
  std::string name;
  int bits = 1;
};

/// Declares a wire for each.
void add_wires(netlist::Part& part, const std::vector<BusWire>& wires, const std::string& prefix);

/// Of an AXI4 master as modules of rtl/ have it, without IDs.
std::vector<BusWire> axi_wires(int bus);

/// Copies of the accelerator on the card, and the memory channels that each has: kernel n those from n *
/// channels_of_kernel on.
std::size_t kernels_of(const Project& project);
std::size_t channels_of_kernel(const Project& project);

/// Reports what does not suit a card's bus and channels, as check_bus, and kernels that are no equal parts of them or
/// more than interrupts.
void check_kernels(const Project& project, std::size_t most_interrupts, Diagnostics& diagnostics);

/// Bits of a byte address of all kernels' registers.
int register_bits(const Project& project);

/// The accelerators: shells with their cores, each with its registers, "reg_*" with so many bits of address, and its
/// channels.
netlist::Part shells_part(const Project& project, int address_bits);

/// The host's transfers, as wide as the bus, and to the channel that an address is in: "asked_<channel>_*".
netlist::Part host_part(const Project& project, int host_bits, int host_ids);

/// One channel up to its controller: the join of shell and host, the crossing, the bus' reset at the controller's clock
/// (bus_rst_at_<k>).
netlist::Part channel_part(const Project& project, std::size_t channel);

/// Modules of rtl/ that these instantiate, with those below them that no shell has.
std::vector<std::string> bus_leaves(const Project& project);

}  // namespace rtlgen::flow

// The part of every card's top between the host's AXI and the memory controllers, for the IP of any vendor.
//
// The caller provides the wires bus_clk, bus_rst, kernel_clk, the registers' "reg_*", the host's transfers "host_*" and
// each channel's memory_clk_<k> and far_rst_<k>. The part provides: irq, one bit per kernel, run_busy, run_failed;
// "far_<k>_*", the AXI of a channel in the clock domain of its controller.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Hardware;
}

namespace rtlgen::flow {

struct Project;

/// A wire of a bus: name and bits.
struct BusWire {
  std::string name;
  int bits = 1;
};

/// Declares each of the wires with `prefix`.
void add_wires(netlist::Part& part, const std::vector<BusWire>& wires, const std::string& prefix);

/// The wires of an AXI4 master in the form that modules of rtl/ use, without IDs.
std::vector<BusWire> axi_wires(int bus);

/// The number of copies of the accelerator on the card, and of memory channels for each: kernel n uses those from n *
/// channels_of_kernel on.
std::size_t kernels_of(const Project& project);
std::size_t channels_of_kernel(const Project& project);
/// The settings of the design.
const spec::Hardware& hardware_of(const Project& project);

/// Whether an accelerator uses this channel of the card.
bool has_accelerator(const Project& project, std::size_t channel);

/// High while kernel n has a run.
netlist::Expr busy_of_kernel(const Project& project, std::size_t kernel);

/// Reports a description that does not match a card's bus and channels, like check_bus, and kernels that do not divide
/// the channels equally or outnumber the interrupts.
void check_kernels(const Project& project, std::size_t most_interrupts, Diagnostics& diagnostics);

/// Width of a byte address for the registers of all kernels.
int register_bits(const Project& project);

/// The accelerators: shells with their cores, each with its registers ("reg_*" with `address_bits` address bits) and
/// its channels.
netlist::Part shells_part(const Project& project, int address_bits);

/// The host's transfers, converted to the width of the bus and routed by address to a channel: "host_<channel>_*".
netlist::Part host_part(const Project& project, int host_bits, int host_ids);

/// One channel up to its controller: the join of shell and host, the clock crossing, and the bus reset in the clock
/// domain of the controller (bus_rst_at_<k>).
netlist::Part channel_part(const Project& project, std::size_t channel);

/// The modules of rtl/ that these parts instantiate, including their submodules that no shell contains.
std::vector<std::string> bus_leaves(const Project& project);

}  // namespace rtlgen::flow

// The card block of a PCIe card, its resets, and the firewalls of registers and transfers
// (docs/adr/0050-card-block.md). contract::card_map tells which wire each word of the block shows.
//
// The caller provides the wires bus_clk, bus_up, kernel_clk, kernel_runs, the host's registers "reg_*" and transfers
// "host_*"; for each channel memory_clk_<k>, calibrated_<k>, memory_failed_<k> and far_busy_<k>, a register of that
// clock; and, if the clock can be changed, bitstream_word, what the build wrote into the bitstream. These parts provide
// card_rst, bus_rst, kernel_resetn; memory_stop, with one bit per channel; "access_*", the registers behind the
// firewall; and for each channel near_rst_<k> and far_rst_<k>, the resets of its crossing.
#pragma once

#include <string>
#include <vector>

#include "flow/bus_parts.hpp"
#include "netlist/netlist.hpp"

namespace rtlgen::flow {

struct Project;

bool has_card_block(const Project& project);

/// Prefix of the wires by which the accelerators' registers are accessed.
std::string kernel_registers(const Project& project);

/// The write channels of the port by which the kernel clock's source is changed, as seen from that source.
std::vector<BusWire> clock_port();

/// Adds the module that changes the kernel clock, with "clock_*".
void add_clock_change(const Project& project, netlist::Part& part);

/// Adds card_rst, bus_rst and the resets of clock and memory.
void add_card_resets(const Project& project, netlist::Part& part);

/// The block, and the firewall that connects "reg_*" (with `address_bits` address bits) to it and to "access_*".
netlist::Part card_block_part(const Project& project, int address_bits);

/// Adds the firewall that connects "host_*", with these sizes, to "dma_*" without IDs.
void add_transfer_guard(const Project& project, int host_bits, int host_ids, netlist::Part& part);

/// Adds the memory tester, between "wide_*", as wide as the bus, and `to`.
void add_memory_test(const Project& project, const std::string& to, netlist::Part& part);

/// Adds the resets of channel k's crossing.
void add_channel_reset(std::size_t k, netlist::Part& part);

/// Adds the filter of channel k's responses to the host, from "sent_<k>_*" to "host_<k>_*", and unrequested_<k>.
void add_response_filter(const Project& project, std::size_t k, netlist::Part& part);

/// The probes of the channels that accelerators use ("core_<channel>_*"); probe_words and unrequested_counts of the
/// chosen channel.
netlist::Part channel_probes_part(const Project& project);

/// The modules of rtl/ that these parts instantiate, including their submodules that no shell contains.
std::vector<std::string> card_block_leaves(const Project& project);

}  // namespace rtlgen::flow

// The registers of a top: rtlgen_control, names for its config words, the status words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::emit {
struct File;
}  // namespace rtlgen::emit

namespace rtlgen::contract {
struct Port;
struct RegisterMap;
}  // namespace rtlgen::contract

namespace rtlgen::shell {

/// The map as comment lines.
std::vector<std::string> register_table(const contract::RegisterMap& map);

/// Adds ports s_axil_* of `clock`.
void add_control_ports(std::vector<netlist::Port>& ports, int address_bits, const std::string& clock);

/// The instance and the wires to it; one wire per config register, of its name.
netlist::Part control_part(const contract::RegisterMap& map, const std::string& clock, const std::string& reset);

/// The status words: registers take the wire of their name, but for identity, version and digest.
struct StatusConstants {
  std::uint32_t identity = 0;  ///< what kind of a top it is
  std::string version;         ///< of rtlgen
  std::uint32_t digest = 0;    ///< of the hardware
};
netlist::Expr status_words(const contract::RegisterMap& map, const StatusConstants& constants);

/// What a port of the core that takes its number from a register is connected to.
netlist::Expr core_number(const contract::RegisterMap& map, const contract::Port& port);

/// The 32 bits of a register, or of a number that is fixed.
netlist::Expr number_of(const std::string& register_or_digits);

/// What ends a run before it begins: the core refuses the extents, or there are no passes, of which walks would make
/// 2^32.
netlist::Expr refusal();

/// Keeps the core's monitors of the last pass, and counts the passes that have shown them; empty without monitors.
netlist::Part monitors_part(const plan::Plan& plan, const std::string& clock, const std::string& reset);

/// The core as a module: one clock.
netlist::Interface core_interface(const plan::Plan& plan);

/// Adds rtlgen_count as u_<name>, which counts the cycles with `step` into the wire <name>.
void add_counter(netlist::Part& part, const std::string& name, int bits, const std::string& clock,
                 const std::string& reset, netlist::Expr step);

/// A top's file and those of the modules of rtl/ that it needs, in compile order.
std::vector<emit::File> top_files(const std::vector<std::string>& leaves, const netlist::Module& top);

}  // namespace rtlgen::shell

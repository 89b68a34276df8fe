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

/// The instance and its wires; one wire per config register, with its name.
netlist::Part control_part(const contract::RegisterMap& map, const std::string& clock, const std::string& reset);

/// The status words: each register reads the wire with its name, except identity, version and digest.
struct StatusConstants {
  std::uint32_t identity = 0;  ///< kind of the top
  std::string version;         ///< version of rtlgen
  std::uint32_t digest = 0;    ///< digest of the hardware
};
netlist::Expr status_words(const contract::RegisterMap& map, const StatusConstants& constants);

/// The expression for a port of the core that gets its number from a register.
netlist::Expr core_number(const contract::RegisterMap& map, const contract::Port& port);

/// The 32 bits of a register, or of a constant number.
netlist::Expr number_of(const std::string& register_or_digits);

/// The condition that ends a run before it begins: the core refuses the extents, or there are no passes, which the
/// walks would take as 2^32.
netlist::Expr refusal();

/// Stores the core's monitors of the last pass, and counts the passes that have produced them; empty without monitors.
netlist::Part monitors_part(const plan::Plan& plan, const std::string& clock, const std::string& reset);

/// The core as a module with one clock.
netlist::Interface core_interface(const plan::Plan& plan);

/// Adds rtlgen_count as u_<name>, which counts the cycles with `step` into the wire <name>.
void add_counter(netlist::Part& part, const std::string& name, int bits, const std::string& clock,
                 const std::string& reset, netlist::Expr step);

/// The file of a top and those of the modules of rtl/ that it needs, in compile order.
std::vector<emit::File> top_files(const std::vector<std::string>& leaves, const netlist::Module& top);

}  // namespace rtlgen::shell

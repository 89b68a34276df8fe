// The registers of a top as Verilog: rtlgen_control, names for its config words, the status words.
#pragma once

#include <cstdint>
#include <string>

#include "emit/emit.hpp"
#include "plan/plan.hpp"
#include "shell/text.hpp"

namespace rtlgen::shell {

/// The map as comment lines.
std::string register_table(const plan::RegisterMap& map);

/// Ports s_axil_*, each with a comma before it.
std::string control_ports(int address_bits);

/// The instance and the wires to it; one wire a config register, of its name.
Part control_part(const plan::RegisterMap& map, const std::string& clock, const std::string& reset);

/// Status registers take the wire of their name, but for identity, version and digest.
std::string status_assignment(const plan::RegisterMap& map, std::uint32_t identity, const emit::Banner& banner);

/// What a port of the core that takes its number from a register is connected to.
std::string core_number(const plan::RegisterMap& map, const plan::Port& port);

/// What ends a run before it begins: the core refuses the extents, or there are no passes, of which walks would make
/// 2^32.
inline constexpr const char* kRefusal = "core_config_error | (passes == 32'd0)";

/// Keeps the core's monitors of the last pass, and counts the passes that have shown them; empty without monitors.
Part monitors_part(const plan::Plan& plan, const std::string& clock, const std::string& reset);

}  // namespace rtlgen::shell

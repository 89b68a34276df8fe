// The registers of a top as Verilog: rtlgen_control, names for its config words, the status words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/emit.hpp"
#include "plan/shell.hpp"
#include "shell/text.hpp"

namespace rtlgen::shell {

using Registers = std::vector<plan::ShellRegister>;

/// The map as comment lines.
std::string register_table(const Registers& registers);

/// Ports s_axil_*, each with a comma before it.
std::string control_ports(int address_bits);

/// The instance and the wires to it; one wire a config register, of its name.
Part control_part(const Registers& registers, int address_bits, const std::string& clock, const std::string& reset);

/// Status registers take the wire of their name, but for identity, version and digest.
std::string status_assignment(const Registers& registers, std::uint32_t identity, const emit::Banner& banner);

/// What a port of `width` bits takes from the wire of a config register.
std::string port_value(const plan::ShellRegister& of, int width);

}  // namespace rtlgen::shell

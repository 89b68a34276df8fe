// Timing constraints of <name>_shell's clock crossings: <name>_shell.xdc for Vivado, <name>_shell.sdc for Quartus.
#pragma once

#include <string>
#include <vector>

#include "netlist/crossings.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::emit {
struct Banner;
struct File;
}  // namespace rtlgen::emit

namespace rtlgen::shell {

/// The module whose scope the constraints are read in, and its clock ports.
struct Scope {
  std::string module, bus_clock, kernel_clock;
};

/// Those for Vivado in the scope of a module around the shell.
std::string scoped_xdc(const plan::Plan& plan, const emit::Banner& banner, const Scope& scope);

/// Those for an edition of Quartus.
std::string shell_sdc(const plan::Plan& plan, const emit::Banner& banner, netlist::QuartusNames names);

/// Those for Vivado and for Quartus Standard.
std::vector<emit::File> constraint_files(const plan::Plan& plan, const emit::Banner& banner);

}  // namespace rtlgen::shell

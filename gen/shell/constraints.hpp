// Timing constraints for the clock crossings of <name>_shell: <name>_shell.xdc for Vivado, <name>_shell.sdc for
// Quartus.
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

/// The module in whose scope the constraints are read, and its clock ports.
struct Scope {
  std::string module, bus_clock, kernel_clock;
};

/// The constraints for Vivado in the scope of a module around the shell.
std::string scoped_xdc(const plan::Plan& plan, const emit::Banner& banner, const Scope& scope);

/// The constraints for an edition of Quartus.
std::string shell_sdc(const plan::Plan& plan, const emit::Banner& banner, netlist::QuartusNames names);

/// The files for Vivado and for Quartus Standard.
std::vector<emit::File> constraint_files(const plan::Plan& plan, const emit::Banner& banner);

}  // namespace rtlgen::shell

// <name>_shell: wires between the core and the hand-written modules of rtl/, from contract::Shell.
//
// It decides nothing, and contains no logic except gates for handshakes: everything with state is a module of rtl/,
// which is proven separately (docs/adr/0009-shell.md).
#pragma once

#include <cstdint>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::emit {
struct Banner;
struct File;
}  // namespace rtlgen::emit

namespace rtlgen::shell {

/// `identity`: of the hardware, for the register `digest`.
netlist::Module shell_module(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity);

/// Its ports.
netlist::Interface shell_interface(const plan::Plan& plan);

/// The shell as Verilog and every module of rtl/ that it needs, in compile order, without the core. Paths are file
/// names.
std::vector<emit::File> shell_files(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity);

}  // namespace rtlgen::shell

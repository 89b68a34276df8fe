// <name>_shell: wires between the core and the hand-written modules of rtl/, from contract::Shell.
//
// It decides nothing, and holds no logic but gates of handshakes: everything that has a state is a module of rtl/,
// proven on its own (docs/adr/0009-shell.md).
#pragma once

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

netlist::Module shell_module(const plan::Plan& plan, const emit::Banner& banner);

/// The shell as Verilog and every module of rtl/ that it needs, in compile order, without the core. Paths are file
/// names.
std::vector<emit::File> shell_files(const plan::Plan& plan, const emit::Banner& banner);

}  // namespace rtlgen::shell

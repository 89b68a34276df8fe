// Signals of a shell for a logic analyser (hardware.debug): an rtlgen_probe at each handshake.
//
// Without the key the shell has no probes, and is the same byte for byte.
#pragma once

#include <string>
#include <vector>

#include "netlist/netlist.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::shell {

struct Probe {
  std::string name;      ///< "in_t"
  std::string instance;  ///< "u_probe_in_t"
  bool on_bus = false;   ///< at bus_clk, else at kernel_clk
  netlist::Expr valid, ready;
};

/// Width of rtlgen_probe's count.
constexpr int kProbeCountBits = 32;

/// Those of the handshakes between memory and core (`streams`), and of registers and memory channels (`bus`).
std::vector<Probe> probes_of(const plan::Plan& plan);

netlist::Part probes_part(const plan::Plan& plan);

}  // namespace rtlgen::shell

// <name>_axis: the core between AXI4-Streams, with registers, from contract::StreamTop. Like shell.hpp, it decides
// nothing, and contains no logic except gates for handshakes.
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
netlist::Module axis_module(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity);

/// The top as Verilog and every module of rtl/ that it needs, in compile order, without the core. Paths are file names.
std::vector<emit::File> axis_files(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity);

}  // namespace rtlgen::shell

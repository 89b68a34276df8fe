// Netlists of `synth_xilinx` in cells of a Liberty library, and that library: the AMD side of static_timing.hpp.
//
// LUTs, multiplexers F7 and F8, carry chains, flip-flops, shift registers, LUT RAM, block RAM, and DSPs with any of
// their registers, PCIN cascades too. UltraScale designs are mapped for the 7 series, as the area model counts them,
// and timed by their own row.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::synthesis {

struct TimingSetup;

std::string amd_cells(const hw::DelayModel& device);

/// `module`: the top of Yosys' netlist. Throws std::runtime_error for a cell that it does not know, or that has a clock
/// which `setup` does not name.
std::string amd_netlist(const nlohmann::json& module, const hw::DelayModel& device, const TimingSetup& setup);

}  // namespace rtlgen::synthesis

// Converts netlists of `synth_xilinx` to cells of a Liberty library, and writes that library: the AMD side of
// static_timing.hpp.
//
// LUTs, multiplexers F7 and F8, carry chains, flip-flops, shift registers, LUT RAM, block RAM, and DSPs with any of
// their registers, including PCIN cascades. UltraScale designs are mapped for the 7 series, as the area model counts
// them, and timed with their own row.
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

/// `module`: the top of Yosys' netlist. Throws std::runtime_error for an unknown cell, or a cell with a clock that is
/// not in `setup`.
std::string amd_netlist(const nlohmann::json& module, const hw::DelayModel& device, const TimingSetup& setup);

}  // namespace rtlgen::synthesis

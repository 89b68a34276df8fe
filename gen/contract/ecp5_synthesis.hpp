// Yosys commands for ECP5, shared by projects and by the static timing that represents them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rtlgen::contract {

/// A Yosys pattern that matches the modules of Kernels of the core `core`.
inline std::string kernels_of(const std::string& core) {
  const std::string end = "_core";
  return (core.ends_with(end) ? core.substr(0, core.size() - end.size()) : core) + "_kernel_*";
}

/// The delay of logic, in ps, up to which Kernels are mapped for area. The rest of the period is for delays that abc9
/// ignores: set-up, slower speed grades, the ends of carry chains, and routes longer than its estimate. Below 4,200 ps
/// hardly anything becomes faster: a float32 adder takes 1,129 LUTs instead of 567.
inline int ecp5_target_ps(int period_ps) { return std::max(4200, period_ps / 2); }

/// Yosys commands that map `top`, which contains or is the core `core`, for a clock of `period_ps`. Kernels are mapped
/// separately, with a target delay. Everything else is mapped for minimum delay, because abc9 ignores the set-up and
/// the fan-out of enables. By default abc9 assumes 300 ps per route, half of the real value, and so shares logic on
/// long paths; here it assumes 700 ps, about the route of the row `ecp5-8`. In Kernels no LUT has more than six inputs,
/// because abc9 underestimates the delay of seven-input LUTs with their multiplexers. The other steps are those of
/// `synth_ecp5 -abc9`, which has no options for this; the first step reads the library of cells, which a top may
/// instantiate, and checks the hierarchy.
inline std::string ecp5_synthesis(const std::string& top, const std::string& core, int period_ps) {
  return fmt::format(
      "synth_ecp5 -abc9 -top {0} -run begin:coarse; setattr -mod -set keep_hierarchy 1 {1}; synth_ecp5 -abc9 -top {0} "
      "-run coarse:map_luts; techmap -map +/ecp5/latches_map.v; select {1}; abc9 -W 700 -maxlut 6 -D {2}; select * {1} "
      "%d; abc9 -W 700; select -clear; setattr -mod -unset keep_hierarchy {1}; flatten; clean; synth_ecp5 -abc9 -top "
      "{0} -run map_cells:",
      top, kernels_of(core), ecp5_target_ps(period_ps));
}

}  // namespace rtlgen::contract

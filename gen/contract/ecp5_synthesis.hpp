// How Yosys maps for ECP5: for projects, and for the static timing that speaks for them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rtlgen::contract {

/// The modules of Kernels of the core `core`, as a pattern of Yosys.
inline std::string kernels_of(const std::string& core) {
  const std::string end = "_core";
  return (core.ends_with(end) ? core.substr(0, core.size() - end.size()) : core) + "_kernel_*";
}

/// The delay of logic, in ps, up to which LUTs of Kernels are saved. The rest of the period is for what abc9 does not
/// count: set-up, slower speed grades, the ends of carry chains, a router that is slower than its estimate. Below 4,200
/// ps hardly anything becomes faster: an adder of float32 takes 1,129 LUT instead of 567.
inline int ecp5_target_ps(int period_ps) { return std::max(4200, period_ps / 2); }

/// Yosys' commands that map `top`, which contains the core `core` or is it, for a clock of `period_ps`. Kernels are
/// mapped by themselves, with a target. All else stays as short as it can be, since abc9 counts neither the set-up of
/// enables nor what fans out to them. abc9 by itself counts 300 ps for a route, half of what one takes, and so shares
/// logic on paths that are long: it gets 700 ps, about the route of the row `ecp5-8`. In Kernels no LUT has more than
/// six inputs: abc9 takes those of seven, and their multiplexers, for faster than they are. The other steps are those
/// of `synth_ecp5 -abc9`, which has no options for this; the first one reads the library of cells, which a top may
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

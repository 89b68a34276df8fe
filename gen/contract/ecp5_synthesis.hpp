// How Yosys maps for ECP5: for projects, and for the static timing that speaks for them.
#pragma once

#include <string>

namespace rtlgen::contract {

/// Yosys' commands that map `top`. abc9 by itself counts 300 ps for a route, half of what one takes, and so shares
/// logic on paths that are long: it gets 700 ps, about the route of the row `ecp5-8`. The steps are those of
/// `synth_ecp5 -abc9`, which has no option for that.
inline std::string ecp5_synthesis(const std::string& top) {
  return "synth_ecp5 -abc9 -top " + top +
         " -run begin:map_luts; techmap -map +/ecp5/latches_map.v; abc9 -W 700; clean; synth_ecp5 -abc9 -top " + top +
         " -run map_cells:";
}

}  // namespace rtlgen::contract

// The part of a text test bench that loads held arrays before a run.
#pragma once

#include <string>

#include "runner/runner.hpp"

namespace rtlgen::runner {

/// Pieces of a test bench, each whole lines; all empty for a core that holds nothing. `load` runs after
/// reset, offers input words all the while, and finds it wrong when one is taken.
struct LoadText {
  std::string declarations, connections, variables, read, load;
};

LoadText verilog_load(const plan::Plan& plan, const Run& run);
LoadText vhdl_load(const plan::Plan& plan, const Run& run);

}  // namespace rtlgen::runner

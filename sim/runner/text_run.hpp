// Runs a core in Icarus or in GHDL's own simulator: second opinions that simulate X and U.
#pragma once

#include "runner/simulated_design.hpp"
#include "runner/sources.hpp"

namespace rtlgen::runner {

struct Outcome;
struct Run;

/// Throws an EnvironmentError if the simulator's programs are missing.
void require_text_simulator(Simulator simulator);

/// Everything is interpreted or recompiled for each run, so this is for small designs. A word that is not offered and a
/// lane beyond the grid are X, because the core must not depend on them.
Outcome text_run(const SimulatedDesign& design, const Sources& sources, Simulator simulator, const Run& run);

}  // namespace rtlgen::runner

// Pipelines that compute at once, for simulation: the same outputs in the same cycles, without the registers in
// between.
//
// In a module whose registers all take a value at every edge, and in which every path from an input to an output has
// the same number of registers, L, a signal after k registers depends only on the inputs k cycles ago. The outputs are
// therefore a function of the inputs L cycles ago, wherever the registers are. Here this function is a separate module,
// `NAME_now`, without registers. NAME has one register at each of its inputs (so that a simulator evaluates the
// function once per cycle, not whenever an input changes), and delay lines of L - 1 cycles at its outputs. Both modules
// agree from the L-th edge on; before it, the outputs depend on the initial contents of the registers.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rtlgen::hw {

struct Design;
struct Module;

/// The modules that replace one.
struct AtOnce {
  std::vector<Module> modules;  ///< NAME_now, and NAME if that saves registers
  bool replaces = false;        ///< NAME is among them
};

/// The modules of `design` that are such pipelines throughout, by name. Modules with memories, resets, enables or
/// hand-written leaves are not. A module is replaced if it has more registers than its replacement.
std::map<std::string, AtOnce> pipelines_at_once(const Design& design);

}  // namespace rtlgen::hw

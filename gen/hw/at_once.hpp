// Pipelines that compute at once, for simulation: the same outputs in the same cycles, without the registers between.
//
// In a module whose registers all take a value at every edge, and in which every path from an input to an output has
// the same number of them, L, a signal after k registers is a function of the inputs k cycles ago alone; so the outputs
// are that function of the inputs L cycles ago, wherever the registers are. Here the function is a module of its own,
// `NAME_now`, without a register; NAME has one rank of registers at its inputs (so that a simulator evaluates the
// function once a cycle, not whenever an input moves), and delay lines of L - 1 cycles at its outputs. Both agree from
// the L-th edge on; before it, what comes out depends on what registers held at the start.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rtlgen::hw {

struct Design;
struct Module;

/// The modules that replace one.
struct AtOnce {
  std::vector<Module> modules;  ///< NAME_now, and NAME if it is worth it
  bool replaces = false;        ///< NAME is among them
};

/// By name: those of `design`'s modules that are such pipelines, in ranks of registers all through. Memories, resets,
/// enables and hand-written leaves are none. A module is replaced if it has more registers than its replacement.
std::map<std::string, AtOnce> pipelines_at_once(const Design& design);

}  // namespace rtlgen::hw

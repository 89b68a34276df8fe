// Builds a simulated card: the shell, its core and the AXI checkers in `verilator --sc`, with the interface of
// host/card_abi.h.
#pragma once

#include <string>
#include <vector>

#include "runner/sources.hpp"
#include "runner/systemc.hpp"

namespace rtlgen::runner {

struct SimulatedDesign;

struct CardBuild {
  std::vector<SourceFile> shell;  ///< Verilog: the shell and the modules of rtl/
  Sources core;                   ///< in either language
  bool use_cache = true;
};

/// The design must have a shell.
CardProgram build_card(const SimulatedDesign& design, const CardBuild& build);

}  // namespace rtlgen::runner

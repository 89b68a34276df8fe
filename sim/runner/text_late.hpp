// Inputs with a separate handshake in Verilog and VHDL test benches: they are offered independently of the other
// inputs, with separate stalls. A run fails if some of their words are never taken, or words are taken after the last
// one.
#pragma once

#include <string>

#include "runner/text_run.hpp"

namespace rtlgen::runner {

/// Lines for the marks in the test bench's template; all empty if there are no late inputs.
struct LateText {
  std::string declarations, connections, variables, read, drive;
  std::string sample;  ///< before the edge: determines which words are taken
  std::string moves;   ///< additional terms of "something moves"
  std::string take;    ///< counts the words taken
  std::string end;     ///< after the run: checks that all words have been taken
  std::string after;   ///< checks that no more are taken
};

LateText verilog_late(const SimulatedDesign& design, const Run& run);
LateText vhdl_late(const SimulatedDesign& design, const Run& run);

}  // namespace rtlgen::runner

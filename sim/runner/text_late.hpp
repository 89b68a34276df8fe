// Inputs with a separate handshake in Verilog and VHDL test benches: offered independently of the other
// inputs, with separate stalls. Words that are never taken, or taken after the last, fail the run.
#pragma once

#include <string>

#include "runner/text_run.hpp"

namespace rtlgen::runner {

/// Lines for the places of the test bench's template; all empty where no input is late.
struct LateText {
  std::string declarations, connections, variables, read, drive;
  std::string sample;  ///< before the edge: which words are taken
  std::string moves;   ///< further terms of "something moves"
  std::string take;    ///< their words are counted
  std::string end;     ///< after the run: all of them must have been taken
  std::string after;   ///< and none may be taken any more
};

LateText verilog_late(const SimulatedDesign& design, const Run& run);
LateText vhdl_late(const SimulatedDesign& design, const Run& run);

}  // namespace rtlgen::runner

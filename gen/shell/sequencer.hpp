// The instance of rtl/shell/rtlgen_sequencer.v, which runs the engines of a shell or the streams of a stream top.
#pragma once

#include <string>

#include "netlist/netlist.hpp"

namespace rtlgen::shell {

/// The connections of a sequencer in one top. The other pins are wires of the register file, which all tops have.
struct SequencedRun {
  int readers = 1, writers = 1;
  std::string clock, reset;                             ///< clock and reset of the registers
  std::string kernel_clock;                             ///< clock of the core
  netlist::Expr idle, err_resp, err_bounds, walk_done;  ///< one bit per reader, then one per writer
  std::string walk_start;
};

void add_sequencer(netlist::Part& part, SequencedRun run);

}  // namespace rtlgen::shell

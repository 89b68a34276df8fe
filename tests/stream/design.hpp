// A parameter set of loop.v, as the test hands it to the compiled bench: by numbers.
#pragma once

#include <array>
#include <utility>

namespace rtlgen::stream_test {

struct Design {
  int axes = 2;
  bool blocked_x = false, blocked_y = false;
  bool wrap_x = false, wrap_y = false, wrap_z = false;
  int banks = 1;
  int bus_bits = 64;
  int cell_bits = 12, lanes = 3;  ///< cells of a word
  int burst_beats = 8, fifo_log2 = 4, group = 0;
};

/// Parameter names and values of the Verilog, in the order in which the bench reads the values; cells come after them.
inline std::array<std::pair<const char*, int>, 12> parameters(const Design& d) {
  return {{{"AXES", d.axes},
           {"BLOCKED_X", d.blocked_x},
           {"BLOCKED_Y", d.blocked_y},
           {"WRAP_X", d.wrap_x},
           {"WRAP_Y", d.wrap_y},
           {"WRAP_Z", d.wrap_z},
           {"BANKS", d.banks},
           {"BUS_BITS", d.bus_bits},
           {"WORD_BITS", d.cell_bits * d.lanes},
           {"BURST_BEATS", d.burst_beats},
           {"FIFO_LOG2", d.fifo_log2},
           {"GROUP", d.group}}};
}

}  // namespace rtlgen::stream_test

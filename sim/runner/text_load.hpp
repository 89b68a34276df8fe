// The part of a text test bench that loads held arrays before a run.
#pragma once

#include <string>

namespace rtlgen::runner {

struct Run;
struct SimulatedDesign;

/// Pieces of a test bench, each whole lines; all empty for a core without held arrays. `load` runs after reset, offers
/// input words the whole time, and reports a fault if one is taken.
struct LoadText {
  std::string declarations, connections, variables, read, load;
};

/// VHDL declarations of an array of `words` words of `width` bits, `memory`, and of a line of text for it.
std::string vhdl_memory(const std::string& memory, const std::string& text, std::int64_t words, int width);
/// VHDL that reads `file`, with one word of bits per line, into `memory`.
std::string vhdl_read_bits(const std::string& file, const std::string& memory, const std::string& text, int width);

LoadText verilog_load(const SimulatedDesign& design, const Run& run);
LoadText vhdl_load(const SimulatedDesign& design, const Run& run);

}  // namespace rtlgen::runner

// Prints test benches in Verilog and in VHDL for one run, with data in files of bits.
#pragma once

#include <string>

namespace rtlgen::runner {

struct Run;
struct SimulatedDesign;

/// Module or entity `rtlgen_bench`. It reads in_<array>.bits and writes out_<array>.bits, one word a
/// line, and `stats`, all in the working directory. A state array is kept twice, the copies swap
/// roles from pass to pass.
std::string verilog_bench(const SimulatedDesign& design, const Run& run);
std::string vhdl_bench(const SimulatedDesign& design, const Run& run);

}  // namespace rtlgen::runner

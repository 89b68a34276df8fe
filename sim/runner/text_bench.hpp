// Prints test benches in Verilog and in VHDL for one run, with data in files of bits.
#pragma once

#include <string>

namespace rtlgen::runner {

struct Run;
struct SimulatedDesign;

/// The module or entity `rtlgen_bench`. It reads in_<array>.bits and writes out_<array>.bits, one word per line, and
/// `stats`, all in the working directory. There are two copies of each state array, which swap roles from pass to pass.
std::string verilog_bench(const SimulatedDesign& design, const Run& run);
std::string vhdl_bench(const SimulatedDesign& design, const Run& run);

}  // namespace rtlgen::runner

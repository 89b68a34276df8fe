// Swaps arithmetic operators for the CPU's own (gen/ops/native.hpp), with the same ports and latency.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::runner {

struct Sources;

/// Replaces the Verilog of each operator that has a native form by that. Returns the names of the modules swapped.
std::vector<std::string> use_native_operators(Sources& sources);

}  // namespace rtlgen::runner

// The C++ header that maps the ports of one Verilated core for the fixed test bench.
#pragma once

#include <string>

namespace rtlgen::runner {

struct SimulatedDesign;

/// Text of adapter.hpp, which sim/harness/bench.cpp includes.
std::string adapter_header(const SimulatedDesign& design);

/// What Verilator calls a port: every second of two underscores is spelled out.
std::string verilator_name(const std::string& port);

}  // namespace rtlgen::runner

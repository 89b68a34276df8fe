// The C++ header that maps the ports of a Verilated core for the test bench.
#pragma once

#include <string>

namespace rtlgen::runner {

struct SimulatedDesign;

/// The text of adapter.hpp, which sim/harness/bench.cpp includes.
std::string adapter_header(const SimulatedDesign& design);

/// Verilator's name of a port: every second of two adjacent underscores is escaped.
std::string verilator_name(const std::string& port);

}  // namespace rtlgen::runner

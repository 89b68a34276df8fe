// The C++ header that maps the ports of one Verilated core for the fixed test bench.
#pragma once

#include <string>

#include "plan/plan.hpp"

namespace rtlgen::runner {

/// Text of adapter.hpp, which sim/harness/bench.cpp includes.
std::string adapter_header(const plan::Plan& plan);

/// What Verilator calls a port: every second of two underscores is spelled out.
std::string verilator_name(const std::string& port);

}  // namespace rtlgen::runner

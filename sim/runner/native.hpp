// Swaps arithmetic operators for the CPU's own, with the same ports and latency.
//
// A Verilated float adder costs hundreds of instructions, the CPU's own one. Every operator is
// proven on its own, so a simulation that trusts them is a fast test of everything else.
// float32 and float64 add, sub, mul, div and sqrt are swapped; everything else stays RTL.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "runner/runner.hpp"

namespace rtlgen::runner {

/// The native form of one operator as a Verilog module `name`, for Verilator only: the ports of
/// ops::build(request, ..., latency), the same bits in the same cycle. The request must be one of
/// those that are swapped.
std::string native_verilog(const ops::Request& request, int latency, const std::string& name);

/// Replaces the Verilog of each such operator of the plan by calls of sim/harness/native.hpp. Returns
/// the names of the modules swapped.
std::vector<std::string> use_native_operators(const plan::Plan& plan, Sources& sources);

}  // namespace rtlgen::runner

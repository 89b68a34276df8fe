// Arithmetic operators by the CPU's own arithmetic, for simulations: the same ports, bits and latency.
//
// A Verilated float adder costs hundreds of instructions, the CPU's one. Every operator is proven by itself, so a
// simulation that trusts them is a fast test of everything else. Operations with `native` in their operators have one
// for float32 and float64.
#pragma once

#include <string>

namespace rtlgen::ops {

struct Request;

/// Whether `request` has a native form.
bool has_native(const Request& request);

/// The native form of one operator as a Verilog module `name`, for Verilator only: the ports of build(request, ...,
/// latency), the same bits in the same cycle. It calls the functions of sim/harness/native.hpp. InternalError without
/// has_native().
std::string native_verilog(const Request& request, int latency, const std::string& name);

}  // namespace rtlgen::ops

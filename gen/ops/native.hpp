// Arithmetic operators that use the arithmetic of the CPU, for simulations: the same ports, bits and latency.
//
// A Verilated float adder costs hundreds of instructions, the CPU's own adder only one. Every operator is proven
// separately, so a simulation that trusts operators is a fast test of everything else. Operations whose operator has a
// `native` function have a native form for float32 and float64.
#pragma once

#include <string>

namespace rtlgen::ops {

struct Request;

/// Whether `request` has a native form.
bool has_native(const Request& request);

/// The native form of one operator as a Verilog module `name`, for Verilator only: the ports of build(request, ...,
/// latency), the same bits in the same cycle. It calls the functions of sim/harness/native.hpp. Throws InternalError
/// unless has_native().
std::string native_verilog(const Request& request, int latency, const std::string& name);

}  // namespace rtlgen::ops

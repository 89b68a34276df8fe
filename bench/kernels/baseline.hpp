// What a stencil's expressions take if every operation is a general operator of its own.
//
// The lines as written, before anything is shared: each operation of each line on floats is one operator
// of ops::build with no operand known, as many register ranks as the clock asks of it, alone in Yosys.
// A selection is a multiplexer; operations on integers are as written, with their constants. Operations
// on single bits and of constants alone are not counted, nor is anything that would only connect operators
// (delays until both operands are there).
#pragma once

#include <map>
#include <string>

#include "../operators/synthesis.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::bench {

/// Modules by name, and how many of each.
struct Operators {
  std::map<std::string, hw::Module> modules;
  std::map<std::string, int> counts;
};

/// The operators of `reference` at the clock and on the device of `plan`, their ranks placed as `cut` says.
Operators general_operators(const spec::Stencil& reference, const plan::Plan& plan, hw::Cut cut);

/// True if some operation that is not of constants alone has operands of type float32.
bool computes_in_float32(const spec::Stencil& stencil);

}  // namespace rtlgen::bench

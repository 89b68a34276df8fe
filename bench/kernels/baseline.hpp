// Cost of a stencil's expressions if every operation is a general operator of its own.
//
// The lines as written, before anything is shared: each operation of each line on floats is one operator
// of ops::build with no operand known, alone in Yosys.
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

/// A general operator, and how many of it.
struct Operator {
  int count = 0;
  hw::Module few_stages;     ///< with the fewest register stages that the clock allows
  hw::Module as_in_kernels;  ///< with the stages that it has in Kernels
  bool same_stages = false;  ///< both have as many, differently placed
};

/// The operators of `reference` at the clock and on the device of `plan`, by name.
std::map<std::string, Operator> general_operators(const spec::Program& reference, const plan::Plan& plan);

/// True if some operation that is not of constants alone has operands of type float32.
bool computes_in_float32(const spec::Program& stencil);

}  // namespace rtlgen::bench

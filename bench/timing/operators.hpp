// The operators of bench_timing, each between registers.
#pragma once

#include <string>
#include <vector>

#include "hw/ir.hpp"
#include "ops/request.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::bench {

struct Named {
  std::string name;  ///< "float32 add"
  ops::Request request;
};

/// All operators that have a module, in float32, float16, int32 and fixed<16,8>.
std::vector<Named> named_operators();
/// In these types.
std::vector<Named> named_operators(const std::vector<spec::Type>& types);

/// An operator with a register in front of each operand and one behind the result.
struct BetweenRegisters {
  int stages = 0;  ///< stages of the operator itself
  hw::Design design;
};

/// Cut as in Kernels for this period; `fewer`: stages that it lacks.
BetweenRegisters between_registers(const ops::Request& request, const hw::DelayModel& device, int period_ps,
                                   int fewer = 0);

}  // namespace rtlgen::bench

// The operators of bench_timing, each between registers.
#pragma once

#include <string>
#include <vector>

#include "ops/request.hpp"

namespace rtlgen::hw {
struct DelayModel;
struct Design;
}  // namespace rtlgen::hw

namespace rtlgen::bench {

struct Named {
  std::string name;  ///< "float32 add"
  ops::Request request;
};

/// All operators that have a module, in float32, float16, int32 and fixed<16,8>.
std::vector<Named> named_operators();

/// A register in front of each operand, and one behind the operator, which has `latency` ranks of its own.
hw::Design between_registers(const ops::Request& request, const hw::DelayModel& device, int latency);

}  // namespace rtlgen::bench

// The registers of a shell, and the numbers that its modules read from them.
#pragma once

namespace rtlgen::contract {
struct Shell;
}

namespace rtlgen::plan {

struct Plan;

/// Fills in the register map and `numbers` of every stream.
void plan_registers(const Plan& plan, contract::Shell& shell);

}  // namespace rtlgen::plan

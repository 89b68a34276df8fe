// The registers of a shell, and which number of which module each gives.
#pragma once

namespace rtlgen::contract {
struct Shell;
}

namespace rtlgen::plan {

struct Plan;

/// Fills the map and every stream's `numbers`.
void plan_registers(const Plan& plan, contract::Shell& shell);

}  // namespace rtlgen::plan

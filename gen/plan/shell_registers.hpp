// The registers of a shell, and which number of which module each gives.
#pragma once

#include "plan/shell.hpp"

namespace rtlgen::plan {

/// Fills `registers`, `core_numbers`, `address_bits` and every stream's `numbers`.
void plan_registers(const Plan& plan, Shell& shell);

}  // namespace rtlgen::plan

// The registers of a shell, and which number of which module each gives.
#pragma once

#include "plan/shell.hpp"

namespace rtlgen::plan {

struct Port;
struct Plan;

/// The register that gives a port of the core its number, or ""; also where no shell is.
std::string register_of(const Port& port);

/// Fills `registers`, `core_numbers`, `address_bits` and every stream's `numbers`.
void plan_registers(const Plan& plan, Shell& shell);

}  // namespace rtlgen::plan

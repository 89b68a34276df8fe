// Timing constraints of <name>_shell's clock crossings: <name>_shell.xdc for Vivado, <name>_shell.sdc for Quartus.
#pragma once

#include <vector>

#include "emit/emit.hpp"
#include "plan/plan.hpp"

namespace rtlgen::shell {

std::vector<emit::File> constraint_files(const plan::Plan& plan, const emit::Banner& banner);

}  // namespace rtlgen::shell

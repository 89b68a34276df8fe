// Names of signals and modules; those of the hardware IR are in hw/ir.hpp.
#pragma once

#include <string>

namespace rtlgen::hw {

/// Whether Verilog and VHDL both take `name` as an identifier: letter first, letters, digits, single underscores, none
/// at the end, and no keyword. Fewer names are legal in the hardware IR, which has words of its own.
bool is_name_of_both(const std::string& name);

}  // namespace rtlgen::hw

// Legal names of signals and modules. The rules of the hardware IR are in hw/ir.hpp.
#pragma once

#include <string>

namespace rtlgen::hw {

/// Whether both Verilog and VHDL accept `name` as an identifier: a letter first, then letters, digits and single
/// underscores, none at the end, and no keyword. The hardware IR accepts fewer names, because it reserves some words.
bool is_name_of_both(const std::string& name);

}  // namespace rtlgen::hw

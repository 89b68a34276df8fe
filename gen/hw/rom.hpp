// A ROM behind what computes its address.
#pragma once

#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// `address`, whose only output `q` is a place in `words`, with the word at that place as its output two registers
/// later: that of a block RAM's read port, and one that packs into the block RAM. Bits that are the same in all words
/// are not stored; some bit has to differ.
Module behind_rom(Module address, const std::vector<Bits>& words);

}  // namespace rtlgen::hw

// Appends a ROM to the module that computes its address.
#pragma once

#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::hw {

/// Extends `address`, whose only output `q` is an index into `words`: its output becomes the word at that index, two
/// registers later (the register of a block RAM's read port, and one that packs into the block RAM). Bits that are the
/// same in all words are not stored; at least one bit must differ.
Module behind_rom(Module address, const std::vector<Bits>& words);

}  // namespace rtlgen::hw

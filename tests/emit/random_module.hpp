// Random hw modules in which every kind of expression and item occurs.
#pragma once

#include <cstdint>

namespace rtlgen::hw {
struct Design;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::test {

struct RandomOptions {
  int expressions = 60;
  bool state = true;  ///< registers, delay lines, memories
  bool multipliers = true;
  bool wide = true;             ///< operands of more than 64 bits
  bool all_known = false;       ///< only state that a few cycles of reset make known
  bool output_register = true;  ///< an output port that is a register
  bool tables = false;          ///< constant tables, at the cost of a smaller share of all others
  bool roms = false;            ///< a ROM, where there is state of which all need not be known
};

/// The same seed and options give the same module, on every machine.
hw::Module random_module(std::uint64_t seed, const RandomOptions& options = {});

/// A design whose top has instances of a generated module and of both leaves.
hw::Design random_design(std::uint64_t seed);

}  // namespace rtlgen::test

// Random combinational modules, and ways to build the same function again.
#pragma once

#include <cstdint>
#include <random>

#include "reference.hpp"

namespace rtlgen::hw {
struct Module;
}

namespace rtlgen::hw::test {

struct CombOptions {
  int expressions = 40;
  bool wide = false;  ///< values of up to 200 bits; without, everything fits 64
};

/// Every kind of expression, none simplified; operands are often equal, constant, slices or
/// concatenations, so that every simplification gets its chance. Ports have at most 64 bits. The
/// same seed gives the same module on every machine.
Module random_comb(std::uint64_t seed, const CombOptions& options = {});

/// A value for every input; corner values (0, 1, all ones, one bit) are frequent.
Ports random_inputs(const Module& module, std::mt19937_64& random);

/// The module made again by Builder, the inputs in `known` being constants (the ports stay).
Module rebuilt(const Module& raw, const Ports& known = {});

}  // namespace rtlgen::hw::test

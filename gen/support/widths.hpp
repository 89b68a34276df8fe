// Bits that a count needs.
#pragma once

#include <cstdint>

namespace rtlgen {

/// The number of bits, at least 1, that hold every value from 0 to `value`; also the address bits of value + 1 words.
constexpr int bits_for(std::int64_t value) {
  int bits = 1;
  while (bits < 62 && (std::int64_t{1} << bits) <= value) ++bits;
  return bits;
}

}  // namespace rtlgen

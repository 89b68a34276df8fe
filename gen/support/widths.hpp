// How many bits a count needs.
#pragma once

#include <cstdint>

namespace rtlgen {

/// Bits that hold every number from 0 to `value`, at least 1; also the address bits of value + 1 words.
constexpr int bits_for(std::int64_t value) {
  int bits = 1;
  while (bits < 62 && (std::int64_t{1} << bits) <= value) ++bits;
  return bits;
}

}  // namespace rtlgen

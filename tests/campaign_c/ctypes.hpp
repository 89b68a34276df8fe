// C's number types as the generator sees them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::test::random_c {

enum class Kind : std::uint8_t { kBool, kS8, kU8, kS16, kU16, kS32, kU32, kS64, kU64, kF32, kF64 };

/// A type with the words that the program writes for it.
struct Type {
  Kind kind = Kind::kS32;
  std::string words = "int";
};

int width(Kind kind);  ///< bits in memory
bool is_float(Kind kind);
bool is_signed(Kind kind);
Kind promoted(Kind kind);
Kind common(Kind a, Kind b);
/// Numbers that every whole type of this kind holds: bounds of a conversion that is defined.
std::string lowest(Kind kind);
std::string highest(Kind kind);
/// Spellings of the kind that need no declaration but the standard headers.
const std::vector<std::string>& spellings(Kind kind);

}  // namespace rtlgen::test::random_c

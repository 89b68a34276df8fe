// The terms of a fused sum; fused_sum.hpp defines its value.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace rtlgen::spec {

constexpr int kStandardGuard = 4;

struct FusedTerm {
  enum class Kind : std::uint8_t {
    kPlain,   ///< value
    kScaled,  ///< factor * value; the factor is the same in every cell
    kProduct  ///< value * factor, both different from cell to cell
  };

  Kind kind = Kind::kPlain;
  bool negative = false;
  int value = 0;    ///< index of an operand
  int factor = -1;  ///< index of an operand; -1 for plain terms

  friend auto operator<=>(const FusedTerm&, const FusedTerm&) = default;
};

/// Without terms: not a fused sum.
struct FusedSum {
  int guard = 0;  ///< g
  std::vector<FusedTerm> terms;

  friend auto operator<=>(const FusedSum&, const FusedSum&) = default;
};

}  // namespace rtlgen::spec

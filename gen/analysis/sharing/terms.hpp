// The order of terms, and arithmetic on offsets, for all searches of sums.
#pragma once

#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

#include "analysis/sharing/sums.hpp"
#include "spec/axes.hpp"

namespace rtlgen::analysis {

using Terms = std::vector<Term>;

inline spec::Offset plus(const spec::Offset& a, const spec::Offset& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline spec::Offset minus(const spec::Offset& a, const spec::Offset& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// The order in which cells are streamed: by z, then y, then x.
inline auto sort_key(const Term& t) { return std::tuple(t.offset[2], t.offset[1], t.offset[0], t.kind, t.coefficient); }
inline bool before(const Term& a, const Term& b) { return sort_key(a) < sort_key(b); }

/// The greatest common divisor of two non-zero coefficients, with the sign of the first; 1 if one of them is -2^63,
/// whose negative does not fit.
inline std::int64_t common_factor(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  if (a == kLeast || b == kLeast) return 1;
  return std::gcd(a, b) * (a < 0 ? -1 : 1);
}

}  // namespace rtlgen::analysis

// Non-restoring digit recurrence; each row is one bit wider than the one before.
#include "ops/root.hpp"

#include <string>

#include "ops/float_common.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

std::pair<Value, Value> root_of(Builder& b, Value radicand, bool ends_early) {
  const int digits = radicand.width / 2;
  // remainder = radicand so far - root^2, which may be negative.
  const auto pair = [&](int i) { return radicand.slice(2 * (digits - i) - 1, 2 * (digits - i) - 2); };
  Value remainder = b.name("remainder0", zext(pair(0), 3) - b.constant(3, 1));
  Value before = remainder;
  Value root = b.one();
  for (int i = 1; i < digits; ++i) {
    before = remainder;
    // Next: 4r + pair - (4 root + 1) if r is positive, else + (4 root + 3).
    const Value positive = ~before.msb();
    const int w = i + 3;
    const Value shifted = cat({before.slice(w - 3, 0), pair(i)});
    const Value step = zext(cat({root, ~positive, b.one()}), w);
    remainder = b.name("remainder" + std::to_string(i), add_or_subtract(shifted, step, positive));
    root = b.name("root" + std::to_string(i), cat({root, ~remainder.msb()}));
  }
  if (!ends_early) {
    // The root is exact if r = 0 and the last digit is one, or r = -(2 root + 1) and it is zero.
    const Value none = b.name("none", ~zext(cat({root, b.zero()}), remainder.width));
    return {root, b.name("inexact", reduce_or(remainder ^ (none & repeat(~root.bit(0), remainder.width))))};
  }
  // An exact root ends at least two rows early; from then on r = -(2 root + 1), which a row turns
  // into 2 r + 1. No other remainder does that.
  const Value repeated = cat({before.slice(remainder.width - 2, 0), b.one()});
  return {root, b.name("inexact", reduce_or(remainder ^ repeated))};
}

}  // namespace rtlgen::ops::detail

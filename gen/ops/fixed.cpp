// Pieces of fixed-point operators: integers that count units of 2^-F.
//
// An operator first computes its exact value in a word wide enough for it, perhaps with bits below the unit; fit() then
// rounds that once and brings it into range. So sums need no rounding, products drop F bits, and a quotient is computed
// to one bit below the unit, together with the remainder.
#include "ops/fixed.hpp"

#include <algorithm>

#include "ops/request.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

Modes modes_of(const Request& r) {
  return {r.rounding == spec::Rounding::kTruncate, r.overflow == spec::Overflow::kSaturate};
}

Value extend(const Exact& x, int width) { return x.is_signed ? sext(x.bits, width) : zext(x.bits, width); }

namespace {

/// `width` bits of x from bit 0, extended or cut.
Value resize(const Exact& x, int width) {
  return width <= x.bits.width ? x.bits.slice(width - 1, 0) : extend(x, width);
}

}  // namespace

Value largest(Builder& b, const spec::Type& type) {
  Bits bits = Bits::ones(type.width);
  if (type.is_signed()) bits.set_bit(type.width - 1, false);
  return b.constant(bits);
}

Value smallest(Builder& b, const spec::Type& type) {
  Bits bits(type.width, 0);
  if (type.is_signed()) bits.set_bit(type.width - 1, true);
  return b.constant(bits);
}

namespace {

/// Drops the bits below the unit: toward minus infinity, or to nearest even. A wrapping result needs only
/// its own width, any other one more bit for a carry.
Exact round(Builder& b, const spec::Type& to, Exact x, Modes modes) {
  if (x.below == 0) return x;
  if (x.bits.width <= x.below) x.bits = extend(x, x.below + 1);
  const Value kept = x.bits.slice(x.bits.width - 1, x.below);
  if (modes.truncate) return {kept, x.is_signed, 0};
  const Value guard = x.bits.bit(x.below - 1);
  const Value rest = x.below > 1 ? reduce_or(x.bits.slice(x.below - 2, 0)) : b.zero();
  const Value round_up = b.name("round_up", guard & (rest | kept.bit(0)));
  const int width = modes.saturate ? kept.width + 1 : to.width;
  const Value base = resize({kept, x.is_signed, 0}, width);
  return {b.name("rounded", add_carry(base, b.zero(width), round_up)), x.is_signed, 0};
}

}  // namespace

Value fit(Builder& b, const spec::Type& to, const Exact& exact, Modes modes) {
  const Exact x = round(b, to, exact, modes);
  const int w = to.width;
  const int k = x.bits.width;
  const Value low = resize(x, w);
  if (!modes.saturate) return low;
  if (!x.is_signed) {
    const int free = to.is_signed() ? w - 1 : w;  // magnitudes with this many bits fit
    if (k <= free) return low;
    return mux(b.name("too_large", reduce_or(x.bits.slice(k - 1, free))), largest(b, to), low);
  }
  const Value negative = x.bits.msb();
  if (!to.is_signed()) {
    const Value too_large = k - 1 > w ? reduce_or(x.bits.slice(k - 2, w)) : b.zero();
    return mux(negative, b.zero(w), mux(b.name("too_large", too_large), largest(b, to), low));
  }
  if (k <= w) return low;
  const Value above = x.bits.slice(k - 1, w - 1);
  const Value fits = b.name("fits", reduce_and(above) | ~reduce_or(above));
  return mux(fits, low, mux(negative, smallest(b, to), largest(b, to)));
}

std::pair<bool, std::uint64_t> magnitude_of(const spec::Type& type, const Bits& bits) {
  const std::uint64_t raw = bits.to_u64();
  const bool negative = type.is_signed() && (raw >> (type.width - 1) & 1) != 0;
  return {negative, negative ? (~raw + 1) & type.mask() : raw};
}

Exact with_sign(Builder& b, Value magnitude, Value guard, Value rest, Value negative, Modes modes) {
  const Value away = modes.truncate ? negative & (guard | rest) : guard & (rest | magnitude.bit(0));
  const Value up = b.name("round_up", away);
  if (negative.constant() != nullptr && !negative.constant()->bit(0)) {
    const int wide = magnitude.width + 1;
    return {b.name("rounded", add_carry(zext(magnitude, wide), b.zero(wide), up)), false, 0};
  }
  const int w = magnitude.width + 2;
  // -(m + up) is ~m + !up.
  return {b.name("signed_value", add_carry(zext(magnitude, w) ^ repeat(negative, w), b.zero(w), negative ^ up)), true,
          0};
}

}  // namespace rtlgen::ops::detail

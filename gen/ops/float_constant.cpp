// Placement for rounding of products with a constant, and of quotients by one.
//
// With a constant of about 2^k, a subnormal operand gives a subnormal result or, for k > 0, moves up by at most k
// places; a normal one leaves the normal numbers only if its exponent is within |k| of the smallest. So there is little
// to count and few places to select from, while general operators need whole shifters.
#include <algorithm>
#include <tuple>

#include "ops/float_common.hpp"
#include "spec/type.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

Value number(Builder& b, int width, int value) { return b.constant(width, static_cast<std::uint64_t>(value)); }

/// Places the product `amount` places above `from`; the bits lost below become sticky.
void place_at(Builder& b, const spec::Type& type, Placed& p, Value product, int from, Value amount) {
  const Value below = from > 0 ? reduce_or(product.slice(from - 1, 0)) : b.zero();
  Value lost;
  std::tie(p.window, lost) = window(b, product.slice(product.width - 1, from), amount, type.fraction + 3, "placed");
  p.sticky = b.name("sticky", below | lost);
}

/// For k > 0: the leading one of a subnormal matters only if the product is normal, and then it is in the top k places.
Placed place_up(Builder& b, const spec::Type& type, const Unpacked& x, Value product, int k) {
  const int f = type.fraction;
  const Value top = x.fraction.slice(f - 1, f - k);
  const Value lead = leading_one(b, cat({top, b.zero()}), "lead");
  const int we = std::max(type.exponent, count_bits(k)) + 1;
  const int ws = count_bits(k + 1);
  Placed p;
  p.shiftable = b.name("above_smallest", x.normal | reduce_or(top));
  p.exponent = b.name("exponent", zext(x.exponent, we) + zext(mux(x.normal, number(b, lead.width, k), lead), we));
  place_at(b, type, p, product, f - k - 1, b.name("amount", mux(x.normal, number(b, ws, k + 1), zext(lead, ws))));
  p.step = zext(p.window.msb(), we);
  return p;
}

/// For k <= 0: a normal result stays in place except for the choice by the top of the product, so that choice and the
/// shift of all other results are combined.
Placed place_down(Builder& b, const spec::Type& type, const Unpacked& x, Value product, int k) {
  const int e = type.exponent;
  const int we = std::max(e, count_bits(1 - k));
  const Value field = zext(x.exponent, we);
  const Value normal = b.name("stays_normal", k == 0 ? x.normal : ult(number(b, we, -k), field));
  const Value top = product.msb();
  Value amount = normal & top;
  if (k < 0) {
    const int ws = count_bits(-k);
    const Value least = number(b, we, 1 - k) - (field | zext(~x.normal, we));
    amount = b.name("amount", mux(normal, zext(top, ws), least.slice(ws - 1, 0)));
  }
  Placed p;
  place_at(b, type, p, product, type.fraction - 1, amount);
  p.shiftable = b.zero();
  p.exponent =
      k == 0 ? x.exponent : b.name("exponent", (field - number(b, we, -k)).slice(e - 1, 0) & repeat(normal, e));
  p.step = zext(p.window.msb() & (top | ~normal), e);
  return p;
}

}  // namespace

std::optional<int> small_power(const spec::Type& type, Value x) {
  const Bits* bits = x.constant();
  if (bits == nullptr) return std::nullopt;
  int field = 0;
  for (int i = 0; i < type.exponent; ++i) field |= bits->bit(type.fraction + i) ? 1 << i : 0;
  if (field == 0 || field == (1 << type.exponent) - 1) return std::nullopt;
  const int power = field - bias_of(type);
  if (power < -type.fraction || power >= type.fraction) return std::nullopt;
  return power;
}

Placed place_scaled(Builder& b, const spec::Type& type, const Unpacked& x, Value product, int k) {
  Placed p = k > 0 ? place_up(b, type, x, product, k) : place_down(b, type, x, product, k);
  p.zero = b.zero();  // the window is empty then, and the exponent the smallest
  return p;
}

}  // namespace rtlgen::ops::detail

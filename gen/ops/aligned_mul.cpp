// Products of hex-aligned floats; see aligned.hpp.
//
// Let p be the product of the significands, shifted so that its digits are the result's, and S the sum of the operands'
// digits less a constant. The result is p >> 4k at digit S + k: k is the highest digit of p that is not zero, or more
// if S + k would fall below 0. Subnormal operands are no special case: they have zeros at the top. With a constant of
// exponent c, normal operands have only two digits k, floor(c / 4) away from theirs, so there is little to select.
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "ops/aligned.hpp"
#include "ops/digits.hpp"
#include "spec/aligned.hpp"
#include "spec/type.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

int floor_div(int a, int by) { return a >= 0 ? a / by : -((-a + by - 1) / by); }

Value literal(Builder& b, int width, int value) {
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  return b.constant(width, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask);
}

Value moved_up(Builder& b, Value x, int places) { return places == 0 ? x : cat({x, b.zero(places)}); }

/// Takes the window, the guard bit and the rest below from x >> 4 (base + digits).
void take_window(Builder& b, const spec::Type& form, PlacedDigits& p, Value x, int base, Value digits) {
  const int w = form.fraction + kDigit;
  // One more bit below x, so that there is always a guard bit.
  const Value wide = cat({x, b.zero()});
  const int low = base * kDigit;
  const Value below = low > 0 ? reduce_or(wide.slice(low - 1, 0)) : b.zero();
  const auto [window, lost] = digit_window(b, wide.slice(wide.width - 1, low), digits, w + 1, "placed");
  p.window = window.slice(w, 1);
  p.guard = window.bit(0);
  p.rest = b.name("sticky", below | lost);
}

// ---------------------------------------------------------------- products of two varying operands

/// The digits of the result are those of the product, moved up by `places` and down by `digits`.
struct Lift {
  int places = 0, digits = 0;
};

Lift lift_of(const spec::Type& form) {
  const int below = bias_of(form) + form.fraction;
  const int places = (kDigit - below % kDigit) % kDigit;
  return {places, (below + places) / kDigit};
}

/// For normal operands only: the product has its leading one in one of three digits, and a result in a digit below 0 is
/// zero.
PlacedDigits place_normal(Builder& b, const spec::Type& form, Value p, Value sum, const Lift& lift, Value& zero) {
  const int base = (2 * form.fraction + lift.places - form.fraction) / kDigit;
  const int we = form.exponent + 2;
  const Value more = leading_digit(b, p, form.fraction + base * kDigit, "lead");
  const Value digit = b.name("digit", zext(sum, we) + literal(b, we, base - lift.digits) + zext(more, we));
  PlacedDigits q;
  take_window(b, form, q, p, base, more);
  q.digit = digit.slice(we - 2, 0);
  zero = digit.msb();
  return q;
}

PlacedDigits place_any_product(Builder& b, const spec::Type& form, Value p, Value sum, const Lift& lift, Value& zero) {
  const int past = (p.width + kDigit) / kDigit;  // so far down that less than half of the last place is left
  const int ws = count_bits(past);
  const int we = std::max({form.exponent - 1, count_bits(lift.digits), ws}) + 1;
  const Value lead = leading_digit(b, p, form.fraction, "lead");
  const Value least = b.name("least_shift", literal(b, we, lift.digits) - zext(sum, we));
  const Value above = b.name("above_smallest", slt(least, zext(lead, we)));
  const Value amount = b.name("amount", mux(above, zext(lead, ws), least.slice(ws - 1, 0)));
  const Value far = we - 1 > ws ? ~above & reduce_or(least.slice(we - 2, ws)) : b.zero();
  PlacedDigits q;
  take_window(b, form, q, p, 0, amount);
  q.digit = b.name("digit", (zext(lead, we) - least).slice(we - 2, 0) & repeat(above, we - 1));
  zero = far;
  return q;
}

PlacedDigits place_product(Builder& b, const spec::Type& form, const Unpacked& ux, const Unpacked& uy, bool flush,
                           Value& zero) {
  const int digits = form.exponent - 2;
  const Lift lift = lift_of(form);
  const Value p = moved_up(b, b.name("product", mul(ux.significand(), uy.significand())), lift.places);
  const Value sum = b.name("digits", zext(ux.exponent, digits + 1) + zext(uy.exponent, digits + 1));
  return flush ? place_normal(b, form, p, sum, lift, zero) : place_any_product(b, form, p, sum, lift, zero);
}

// ---------------------------------------------------------------- products with a constant

/// significand * 2^(exponent - F), a normal number.
struct NormalConstant {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

std::optional<NormalConstant> normal_constant(const spec::Type& form, Value x) {
  const Bits* held = x.constant();
  if (held == nullptr) return std::nullopt;
  const spec::Type type = spec::unaligned(form);
  const std::uint64_t bits = spec::unaligned_bits(type, held->to_u64());
  const std::uint64_t hidden = std::uint64_t{1} << type.fraction;
  const auto field = static_cast<int>(bits >> type.fraction & ((std::uint64_t{1} << type.exponent) - 1));
  if (field == 0 || field == (1 << type.exponent) - 1) return std::nullopt;
  return NormalConstant{(bits >> (type.width - 1)) != 0, hidden | (bits & (hidden - 1)), field - bias_of(type)};
}

/// For `up` < 0: the result is at the operand's digit plus `up`, one higher if the product reaches it, but not below 0.
PlacedDigits place_lower(Builder& b, const spec::Type& form, Value digit, Value p, int base, int up, bool flush,
                         Value& zero) {
  const int past = (p.width + kDigit) / kDigit - base + 1;
  const int down = -up;
  const int we = std::max(form.exponent - 2, count_bits(down)) + 1;
  const int ws = count_bits(std::min(down, past));
  const Value wide = zext(digit, we);
  const Value more = leading_digit(b, p, form.fraction + base * kDigit, "lead");
  PlacedDigits q;
  if (flush) {
    // Anything in a digit below 0 becomes zero.
    take_window(b, form, q, p, base, more);
    const Value at = b.name("digit", wide - literal(b, we, down) + zext(more, we));
    q.digit = at.slice(we - 2, 0);
    zero = at.msb();
    return q;
  }
  const Value low = b.name("below_smallest", ult(wide, literal(b, we, down)));
  const Value least = literal(b, we, down) - wide;
  const Value amount = b.name("amount", mux(low, least.slice(ws - 1, 0), zext(more, ws)));
  take_window(b, form, q, p, base, amount);
  q.digit = b.name("digit", (wide - literal(b, we, down) + zext(more, we)) & repeat(~low, we));
  zero = down > past ? low & ult(wide, literal(b, we, down - past)) : b.zero();
  return q;
}

/// For `up` >= 0: a subnormal operand's leading one may be up to `up` digits lower.
PlacedDigits place_higher(Builder& b, const spec::Type& form, Value digit, Value p, int base, int up) {
  const int lower = std::min(up, base);
  const Value amount = leading_digit(b, p, form.fraction + (base - lower) * kDigit, "lead");
  const int we = std::max(form.exponent - 2, count_bits(up + 1)) + 1;
  PlacedDigits q;
  take_window(b, form, q, p, base - lower, amount);
  q.digit = b.name("digit", zext(digit, we) + literal(b, we, up - lower) + zext(amount, we));
  return q;
}

Value aligned_scaled(Builder& b, const spec::Type& form, Value x, const NormalConstant& c, bool flush) {
  const int f = form.fraction;
  const Unpacked u = unpack(b, form, x, false, "x");
  const bool is_power = (c.significand & (c.significand - 1)) == 0;
  const Value product = is_power ? zext(moved_up(b, u.fraction, f), 2 * f + kDigit + 1)
                                 : b.name("product", mul(u.fraction, b.constant(f + 1, c.significand)));
  const int places = c.exponent - f - kDigit * floor_div(c.exponent - f, kDigit);
  const Value p = moved_up(b, product, places);
  const int base = (f + places) / kDigit;  // lowest digit of a normal operand's product
  const int up = floor_div(c.exponent, kDigit);
  Value zero = b.zero();
  PlacedDigits q = up < 0 ? place_lower(b, form, u.exponent, p, base, up, flush, zero)
                          : place_higher(b, form, u.exponent, p, base, up);
  // A power of two that moves upwards loses no bit.
  if (is_power && up >= 0) q.guard = q.rest = b.zero();
  q.sign = c.negative ? ~u.sign : u.sign;
  // The digit of a zero is 0, and so is the result's, unless the constant is so large that every subnormal becomes
  // normal.
  const Value x_zero = flush ? ~u.normal : up > base ? u.is_zero : b.zero();
  return round_digits(b, form, settled(b, form, q, {u.all_ones, u.is_nan, zero | x_zero, c.exponent >= 0}, flush),
                      flush);
}

}  // namespace

Value aligned_mul(Builder& b, const spec::Type& form, Value x, Value y, bool flush) {
  if (const auto c = normal_constant(form, y)) return aligned_scaled(b, form, x, *c, flush);
  if (const auto c = normal_constant(form, x)) return aligned_scaled(b, form, y, *c, flush);
  const Unpacked ux = unpack(b, form, x, false, "x");
  const Unpacked uy = unpack(b, form, y, false, "y");
  Value zero;
  PlacedDigits p = place_product(b, form, ux, uy, flush, zero);
  const Value x_zero = flush ? ~ux.normal : ux.is_zero;
  const Value y_zero = flush ? ~uy.normal : uy.is_zero;
  p.sign = ux.sign ^ uy.sign;
  const Value is_nan = b.name("is_nan", product_is_nan(ux, uy, x_zero, y_zero));
  const Exceptions x_or_y{is_nan | ux.all_ones | uy.all_ones, is_nan, zero | x_zero | y_zero};
  return round_digits(b, form, settled(b, form, p, x_or_y, flush), flush);
}

// In units of digits, half of the smallest subnormal is 2^(bias + F) / 16^s, where s is the sum of the digits. From s =
// 2^(E-3) on, a product with at most one subnormal factor is above it; for smaller s it is 2^(F + 3 + 4n), where n =
// ~s.
Value aligned_product_stays(Builder& b, const spec::Type& form, const Unpacked& ux, const Unpacked& uy, bool flush) {
  const int f = form.fraction, digits = form.exponent - 2;
  const Value s = b.name("digits", zext(ux.exponent, digits + 1) + zext(uy.exponent, digits + 1));
  const Value p = b.name("product", mul(ux.significand(), uy.significand()));
  const Value far = b.name("far", reduce_or(s.slice(digits, digits - 1)));
  if (flush) {
    // The smallest normal number is reached by the product, or by rounding to F + 1 bits.
    const Value last = digits > 1 ? reduce_and(s.slice(digits - 2, 0)) : b.one();
    return far | (last & (reduce_or(p.slice(2 * f + 7, 2 * f + 4)) | reduce_and(p.slice(2 * f + 3, f + 2))));
  }
  const Value top = p.slice(p.width - 1, f + 3), rest = reduce_or(p.slice(f + 2, 0));
  if (digits == 1) return far | (reduce_or(top.slice(top.width - 1, 1)) | (top.bit(0) & rest));
  const Value n = ~s.slice(digits - 2, 0);
  const int places = (top.width + kDigit - 1) / kDigit;  // digits of `top` in which the bound can be
  const int used = std::min(n.width, count_bits(places - 1));
  Bits reached(top.width, 0);
  for (int i = 0; i < std::min(top.width, kDigit << used); i += kDigit) reached.set_bit(i, true);
  Value bound = b.constant(reached);
  for (int k = 0; k < used; ++k) {
    Bits clear(top.width, 0);  // the bits whose digit has a zero there
    for (int i = 0; i < top.width; ++i) clear.set_bit(i, (i / kDigit >> k & 1) == 0);
    bound = bound & (repeat(n.bit(k), top.width) ^ b.constant(clear));
  }
  Value within = used < n.width ? ~reduce_or(n.slice(n.width - 1, used)) : b.one();
  if (places < 1 << used) within = within & ult(n.slice(used - 1, 0), literal(b, used, places));
  const Value difference = b.name("above_bound", cat({b.zero(), top, rest}) - cat({b.zero(), bound, b.one()}));
  return far | (b.name("within", within) & ~difference.msb());
}

}  // namespace rtlgen::ops::detail

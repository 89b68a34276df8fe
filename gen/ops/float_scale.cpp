// Multiplication by a power of two: an exponent operation, no multiplier.
//
// Upwards a subnormal moves left until it is normal or has moved far enough; downwards a value that
// leaves the normal range moves right and is rounded. Division by a power of two is the same
// function: the exact values agree, and both round once.
#include <algorithm>
#include <bit>

#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/request.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// Exponent field and fraction; `overflow` if the field would be all ones or more.
struct Scaled {
  Value exponent;
  Value fraction;
  Value overflow;
};

Value number(Builder& b, int width, int value) { return b.constant(width, static_cast<std::uint64_t>(value)); }

Scaled scale_up(Builder& b, const spec::Type& type, const Unpacked& u, int k, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const int we = std::max(e, count_bits(k)) + 1;
  const int top = (1 << e) - 1;
  const Value raised = b.name("raised", zext(u.exponent, we) + number(b, we, k));
  Scaled s{raised.slice(e - 1, 0), u.fraction, ule(number(b, we, top), raised)};
  if (flush) return s;
  // Only the highest k places matter; the one below them ends the count.
  const int places = std::min(k, f);
  const Value probe = cat({u.fraction.slice(f - 1, f - places), b.one()});
  const Value zeros = leading_zeros(b, probe, "zeros");
  const Value stays = b.name("stays_subnormal", ~reduce_or(u.fraction.slice(f - 1, f - places)));
  const Value moved = b.name("moved", shl(u.fraction, zeros));
  const Value one_more = f > 1 ? cat({moved.slice(f - 2, 0), b.zero()}) : b.zero();
  const Value lifted = b.name("lifted", number(b, we, k) - zext(zeros, we));
  const Value low_exponent = mux(stays, b.zero(we), lifted);
  s.exponent = mux(u.normal, s.exponent, low_exponent.slice(e - 1, 0));
  s.fraction = mux(u.normal, s.fraction, mux(stays, moved, one_more));
  const Value low_overflow = k < top ? b.zero() : ule(number(b, we, top), low_exponent);
  s.overflow = mux(u.normal, s.overflow, low_overflow);
  return s;
}

/// `j` is minus the power: at least 1.
Scaled scale_down(Builder& b, const spec::Type& type, const Unpacked& u, int j, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const int we = std::max(e, count_bits(j)) + 1;
  const Value exponent = zext(u.exponent, we);
  const Value low = b.name("leaves_normal_range", ule(exponent, number(b, we, j)));
  const Value lowered = b.name("lowered", exponent - number(b, we, j)).slice(e - 1, 0);
  if (flush) return {lowered & repeat(~low, e), u.fraction, b.zero()};
  // At least one place; a subnormal has the exponent of the smallest normal.
  const int amount_bits = count_bits(j);
  const Value amount =
      b.name("amount", (number(b, we, j + 1) - (exponent | zext(~u.normal, we))).slice(amount_bits - 1, 0));
  const auto [placed, sticky] = shift_right_sticky(b, cat({u.significand(), b.zero()}), amount, "placed");
  const Value kept = placed.slice(f, 1);
  const Value round_up = b.name("round_up", placed.bit(0) & (sticky | kept.bit(0)));
  const Value rounded = b.name("rounded", zext(kept, f + 1) + zext(round_up, f + 1));
  return {mux(low, zext(rounded.msb(), e), lowered), mux(low, rounded.slice(f - 1, 0), u.fraction), b.zero()};
}

}  // namespace

std::optional<PowerOfTwo> power_of_two(const spec::Type& type, std::uint64_t bits, bool flush) {
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << type.fraction) - 1);
  const auto exponent = static_cast<int>((bits >> type.fraction) & ((std::uint64_t{1} << type.exponent) - 1));
  const bool negative = ((bits >> (type.width - 1)) & 1) != 0;
  if (exponent == (1 << type.exponent) - 1) return std::nullopt;
  if (exponent > 0) {
    if (fraction != 0) return std::nullopt;
    return PowerOfTwo{exponent - bias_of(type), negative};
  }
  if (flush || fraction == 0 || (fraction & (fraction - 1)) != 0) return std::nullopt;
  return PowerOfTwo{1 - bias_of(type) - type.fraction + std::countr_zero(fraction), negative};
}

namespace {

/// x * factor.
Value float_scale(Builder& b, const spec::Type& type, Value x, PowerOfTwo factor, bool flush) {
  const Unpacked u = unpack(b, type, x, false, "x");
  Scaled s{u.exponent, u.fraction, b.zero()};
  if (factor.power > 0) s = scale_up(b, type, u, factor.power, flush);
  if (factor.power < 0) s = scale_down(b, type, u, -factor.power, flush);
  Packed q;
  q.sign = factor.negative ? ~u.sign : u.sign;
  q.exponent = s.exponent;
  q.fraction = s.fraction;
  q.is_nan = u.is_nan;
  q.special = b.name("special", u.all_ones | s.overflow);
  q.zero = flush ? b.name("vanishes", ~u.normal | ~reduce_or(s.exponent)) : b.zero();
  return pack(b, type, q);
}

}  // namespace

std::optional<Value> scaled_by_constant(Builder& b, const Request& r, const std::vector<Value>& v, bool divide) {
  for (const std::size_t place : {0U, 1U}) {
    if (place >= r.constants.size() || !r.constants[place]) continue;
    if (place == 0 && divide) continue;
    auto factor = power_of_two(r.operand, *r.constants[place], r.flush_subnormals);
    if (!factor) continue;
    if (divide) factor->power = -factor->power;
    return float_scale(b, r.operand, v[1 - place], *factor, r.flush_subnormals);
  }
  return std::nullopt;
}

}  // namespace rtlgen::ops::detail

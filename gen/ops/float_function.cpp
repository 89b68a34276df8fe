// Table polynomials and the two halves of pow, from which exp and log are built too.
#include "ops/float_function.hpp"

#include <algorithm>

#include "hw/product.hpp"
#include "spec/type.hpp"
#include "support/index.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

static_assert(spec::kMostTableRows == std::size_t{1} << kMaxTableIndex);

/// The coefficients of one power as a table no wider than needed, extended to `width` bits.
Value coefficient(const std::vector<Int128>& column, Value row, int width) {
  const bool is_signed = std::any_of(column.begin(), column.end(), [](Int128 c) { return c < 0; });
  int bits = 1;
  for (const Int128 c : column) {
    const Int128 magnitude = c < 0 ? ~c : c;
    while (magnitude >> (is_signed ? bits - 1 : bits) != 0) ++bits;
  }
  // Words of a table have up to 64 bits.
  std::vector<Value> parts;
  for (int low = 0; low < bits; low += 64) {
    const int size = std::min(64, bits - low);
    const std::uint64_t mask = size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
    std::vector<std::uint64_t> words;
    words.reserve(column.size());
    for (const Int128 c : column) words.push_back(static_cast<std::uint64_t>(c >> low) & mask);
    parts.insert(parts.begin(), words.size() == 1 ? row.builder->constant(size, words[0]) : table(row, words, size));
  }
  const Value word = parts.size() == 1 ? parts[0] : cat(parts);
  return is_signed ? sext(word, width) : zext(word, width);
}

/// x + y + carry; a sum with more bits than one chain may have is built as two.
Value sum_of(Value x, Value y, Value carry) {
  if (x.width <= kLongestSum) return add_carry(x, y, carry);
  const int half = x.width / 2;
  const auto low = [half](Value v) { return zext(v.slice(half - 1, 0), half + 1); };
  const auto high = [half](Value v) { return v.slice(v.width - 1, half); };
  const Value below = x.builder->name("below", add_carry(low(x), low(y), carry));
  return cat({add_carry(high(x), high(y), below.msb()), below.slice(half - 1, 0)});
}

}  // namespace

Value number(Builder& b, int width, int value) {
  Bits bits(width, 0);
  for (int i = 0; i < width; ++i) bits.set_bit(i, ((value >> std::min(i, 31)) & 1) != 0);
  return b.constant(bits);
}

Value effective_exponent(const Unpacked& u, int width) { return zext(u.exponent, width) | zext(~u.normal, width); }

Value polynomial(Builder& b, const spec::Table& t, Value row, Value argument) {
  Value value = coefficient(t.coefficients[at(t.degree)], row, t.width[at(t.degree)]);
  for (int k = t.degree; k-- > 0;) {
    const int used = t.used[at(k)];
    const int above = t.width[at(k + 1)];
    const Value u = argument.slice(argument.width - 1, argument.width - used);
    const Value product = b.name("product" + std::to_string(k), mul_signed(value, zext(u, used + 1)));
    value = b.name("value" + std::to_string(k), coefficient(t.coefficients[at(k)], row, t.width[at(k)]) +
                                                    sext(product.slice(used + above - 1, used), t.width[at(k)]));
  }
  return value;
}

Value polynomial(Builder& b, const spec::Table& t, Value bits) {
  const int low = t.argument_bits;
  // With one row there is no index, with all rows no argument: the rest is not used.
  const Value row = t.index_bits == 0 ? b.zero() : bits.slice(bits.width - 1, low);
  return polynomial(b, t, row, low == 0 ? b.zero() : bits.slice(low - 1, 0));
}

Value times_constant(Builder& b, Value x, Uint128 k, int bits) {
  constexpr int kPiece = 24;
  const int width = x.width + bits;
  const auto times = [&](std::uint64_t factor, int size) {
    return mul_signed(x, b.constant(size + 1, factor)).slice(x.width + size - 1, 0);
  };
  if (bits <= kPiece) return times(static_cast<std::uint64_t>(k), bits);
  const std::uint64_t low = static_cast<std::uint64_t>(k) & ((std::uint64_t{1} << kPiece) - 1);
  const Value above = times_constant(b, x, k >> kPiece, bits - kPiece);
  return cat({above, b.zero(kPiece)}) + sext(times(low, kPiece), width);
}

Value shifted_right(Builder& b, Value x, Value amount, int width, const std::string& name) {
  const int levels = count_bits(x.width);
  Value low = amount;
  if (amount.width > levels) {
    const Value far = b.name(name + "_far", reduce_or(amount.slice(amount.width - 1, levels)));
    low = amount.slice(levels - 1, 0) | repeat(far, levels);
  }
  return window(b, x, low, width, name).first;
}

Unrounded two_to(Builder& b, const spec::Type& type, const spec::Exp2Sizes& s, Value negative, Value magnitude) {
  const int wz = s.integer_bits + 2 + s.scale;
  const Value z = b.name("z", add_carry(zext(magnitude, wz) ^ repeat(negative, wz), b.zero(wz), negative));
  const Value power = polynomial(b, s.table, z.slice(s.scale - 1, 0));
  const int we = std::max(s.integer_bits + 2, type.exponent) + 2;
  Unrounded u;
  u.exponent = b.name("exponent", sext(z.slice(wz - 1, s.scale), we) + number(b, we, bias_of(type)));
  u.significand = power.slice(s.table.scale, 0);
  u.sticky = b.zero();
  return u;
}

Logarithm logarithm(Builder& b, const spec::Type& type, const spec::LogSizes& s, const Unpacked& x, bool flush) {
  const int f = type.fraction;
  const int we = std::max(type.exponent, count_bits(f)) + 2;
  Value fraction = x.fraction;
  Value exponent = effective_exponent(x, we) - number(b, we, bias_of(type));
  if (!flush) {
    const auto [lifted, zeros] = normalise(b, x.significand(), "x");
    fraction = lifted.slice(f - 1, 0);
    exponent = exponent - zext(zeros, we);
  }
  // m from 1.5 on is halved: t = m / 2 - 1 is negative.
  const Value upper = fraction.msb();
  const Value doubled = f == 1 ? b.zero() : cat({fraction.slice(f - 2, 0), b.zero()});
  const Value t = b.name("t", cat({upper, mux(upper, fraction, doubled)}));
  const Value power = b.name("power_of_two", add_carry(exponent, b.zero(we), upper));
  const Value part = b.name("part", mul_signed(t, polynomial(b, s.table, fraction)));
  // The logarithm of the smallest number is the furthest from 0. Intermediate wraps cancel out.
  const auto furthest = static_cast<Uint128>(bias_of(type) + f) * s.log_of_two >> s.two_scale;
  const int width = count_bits(static_cast<int>(furthest) + 1) + 1 + s.sum_scale;
  const auto shifted = [&](Value v, int by) {
    const Value all = by == 0 ? v : cat({v, b.zero(by)});
    return all.width > width ? all.slice(width - 1, 0) : sext(all, width);
  };
  Value whole = power;
  if (s.two_scale > 0) {
    whole = b.name("whole", times_constant(b, power, s.log_of_two, s.two_scale));
  }
  const Value sum =
      b.name("sum", sum_of(shifted(whole, s.sum_scale - s.two_scale), shifted(part, s.sum_scale - s.scale), b.zero()));
  Logarithm l;
  l.negative = sum.msb();
  l.magnitude = b.name("magnitude", sum_of(sum ^ repeat(l.negative, width), b.zero(width), l.negative));
  return l;
}

void lift_by_one(Builder& b, Unrounded& u, Value value, Value exponent_if_top) {
  const Value top = value.msb();
  u.significand = mux(top, value, cat({value.slice(value.width - 2, 0), b.zero()}));
  u.exponent = b.name("exponent", exponent_if_top - zext(~top, exponent_if_top.width));
}

Value is_tiny(Builder& b, const spec::Type& type, const Unpacked& x, int fields) {
  return b.name("tiny", ult(x.exponent, number(b, type.exponent, fields)));
}

}  // namespace rtlgen::ops::detail

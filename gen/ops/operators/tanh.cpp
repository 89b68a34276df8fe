// tanh: below 1, x times a table; above, a table per binade until the result rounds to 1.
#include "spec/functions/tanh.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

Value float_tanh(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::TanhSizes& s = spec::tanh_sizes(type);
  const int f = type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const int we = type.exponent + 2;
  const Value field = effective_exponent(ux, we);
  const Value bias = number(b, we, bias_of(type));
  const Value below = b.name("below_one", ult(ux.exponent, number(b, type.exponent, bias_of(type))));
  Value beyond = ~slt(field, bias + number(b, we, s.binades));
  // With few exponents, that of infinity may not be larger.
  if (bias_of(type) + 1 < s.binades) beyond = beyond | ux.is_inf;
  const Value far = b.name("far", beyond);

  const int spare = s.place_bits - f;
  const Value placed = shifted_right(b, cat({ux.significand(), b.zero(spare)}),
                                     (bias - field).slice(type.exponent - 1, 0), s.place_bits, "place");
  const Value bits = mux(below, placed, cat({ux.fraction, b.zero(spare)}));
  const int wj = count_bits(s.binades);
  const int wide = std::max(we, wj);
  const Value binade = (sext(field - bias, wide) + number(b, wide, 1)).slice(wj - 1, 0) & repeat(~below, wj);
  const Value ratio = polynomial(b, s.table, cat({binade, bits})).slice(s.table.scale + 1, 0);
  const Value one = cat({b.one(), b.zero(f)});
  const Value product =
      b.name("product", mul(mux(below, ux.significand(), one), ratio)).slice(f + s.table.scale + 1, 0);

  Unrounded u;
  const int wx = std::max(we, count_bits(product.width) + 1) + 1;
  const Value exponent = sext(mux(below, field, bias), wx);
  if (s.tiny > 0) {
    lift_by_one(b, u, product, exponent);
  } else {
    const auto [lifted, zeros] = normalise(b, product, "product");
    u.significand = lifted;
    u.exponent = b.name("exponent", exponent - zext(zeros, wx));
  }
  u.sign = ux.sign;
  u.sticky = b.zero();
  u.is_nan = ux.is_nan;
  u.is_inf = b.zero();
  u.is_zero = ux.is_zero;
  const Value rounded = round_and_pack(b, type, u, flush);
  const Value tiny = is_tiny(b, type, ux, s.tiny);
  const Value unit = cat({ux.sign, number(b, type.exponent, bias_of(type)), b.zero(f)});
  return mux(tiny, cat({ux.sign, ux.exponent, ux.fraction}), mux(far & ~ux.is_nan, unit, rounded));
}

}  // namespace

template <>
Operator make_operator<spec::Op::kTanh>() {
  return by_tables<float_tanh>("tanh");
}

}  // namespace rtlgen::ops

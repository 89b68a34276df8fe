// Comparison, minimum, maximum and sign operations on floats.
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// Operand with subnormals read as zero of the same sign when flushing.
Value flushed(Builder& b, const spec::Type& type, Value x, bool flush) {
  if (!flush) return x;
  const Value normal = reduce_or(x.slice(type.width - 2, type.fraction));
  return b.name("flushed", cat({x.msb(), x.slice(type.width - 2, 0) & repeat(normal, type.width - 1)}));
}

/// Order of the numbers that the bits stand for, -0 below +0.
Value total_less(Value x, Value y) {
  const Value mx = x.slice(x.width - 2, 0);
  const Value my = y.slice(y.width - 2, 0);
  return mux(x.msb() ^ y.msb(), x.msb(), mux(x.msb(), ult(my, mx), ult(mx, my)));
}

}  // namespace

Value float_compare(Builder& b, const spec::Type& type, Function f, Value x, Value y, bool flush) {
  const Value p = flushed(b, type, x, flush);
  const Value q = flushed(b, type, y, flush);
  const Unpacked up = unpack(b, type, p, false, "x");
  const Unpacked uq = unpack(b, type, q, false, "y");
  const Value ordered = ~(up.is_nan | uq.is_nan);
  const Value both_zero = up.is_zero & uq.is_zero;
  const Value equal = eq(p, q) | both_zero;
  switch (f) {
    case Function::kEq:
      return ordered & equal;
    case Function::kNe:
      return ~(ordered & equal);
    case Function::kLt:
      return ordered & total_less(p, q) & ~both_zero;
    default:
      return ordered & (total_less(p, q) | equal);
  }
}

Value float_min_max(Builder& b, const spec::Type& type, bool maximum, Value x, Value y, bool flush) {
  const Value p = flushed(b, type, x, flush);
  const Value q = flushed(b, type, y, flush);
  const Unpacked up = unpack(b, type, p, false, "x");
  const Unpacked uq = unpack(b, type, q, false, "y");
  const Value less = b.name("less", total_less(p, q));
  const Value ordinary = maximum ? ~less : less;
  // minimumNumber, maximumNumber: a number beats a NaN.
  const Value take_x = b.name("take_x", uq.is_nan | (ordinary & ~up.is_nan));
  const Value nan = cat({b.zero(), nan_magnitude(b, type)});
  return mux(up.is_nan & uq.is_nan, nan, mux(take_x, p, q));
}

Value float_sign(Builder& b, const spec::Type& type, bool negate, Value x, bool flush) {
  const Value p = flushed(b, type, x, flush);
  const Unpacked u = unpack(b, type, p, false, "x");
  const Value sign = negate ? ~p.msb() : b.zero();
  const Value nan = cat({b.zero(), nan_magnitude(b, type)});
  return mux(u.is_nan, nan, cat({sign, p.slice(type.width - 2, 0)}));
}

}  // namespace rtlgen::ops::detail

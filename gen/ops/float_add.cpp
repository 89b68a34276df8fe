// Floating-point addition and subtraction, single path.
//
// swap by magnitude -> align (sticky) -> one add-or-subtract chain -> count zeros -> normalise,
// no further than the exponent allows -> round. Overflow and specials are decided before the
// rounding adder, which packs exponent and fraction in one carry chain, so nothing follows it.
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops::detail {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

Value float_add(Builder& b, const spec::Type& type, Value x, Value y, bool subtract, bool flush) {
  const int e = type.exponent;
  const int f = type.fraction;
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Unpacked uy = unpack(b, type, y, flush, "y");
  const Value y_sign = subtract ? ~uy.sign : uy.sign;

  const Value swap = b.name("swap", ult(x.slice(e + f - 1, 0), y.slice(e + f - 1, 0)));
  const Value sign = b.name("big_sign", mux(swap, y_sign, ux.sign));
  const Value differ = b.name("effective_subtract", ux.sign ^ y_sign);
  const Value big_exponent = b.name("big_exponent", mux(swap, uy.exponent, ux.exponent));
  const Value small_exponent = b.name("small_exponent", mux(swap, ux.exponent, uy.exponent));
  const Value big = b.name("big", mux(swap, uy.significand(), ux.significand()));
  const Value small = b.name("small", mux(swap, ux.significand(), uy.significand()));
  const Value big_normal = big.msb();
  const Value small_normal = small.msb();

  // A subnormal has the exponent of the smallest normal: one less apart than the fields say.
  const Value apart = b.name("apart", add_carry(big_exponent, ~small_exponent, ~(big_normal & ~small_normal)));
  const auto [aligned, lost] = shift_right_sticky(b, cat({small, b.zero(2)}), apart, "aligned");
  const int w = f + 5;  // carry, hidden, fraction, guard, round, sticky
  const Value addend = cat({b.zero(), aligned, lost});
  const Value sum = b.name("sum", add_carry(cat({b.zero(), big, b.zero(3)}), addend ^ repeat(differ, w), differ));

  const Value empty = b.name("sum_is_zero", ~reduce_or(sum));
  const Value zeros = leading_zeros(b, sum, "zeros");
  const int we = std::max(e, zeros.width);
  const Value effective = zext(big_exponent | zext(~big_normal, e), we);
  const Value count = zext(zeros, we);
  const Value beyond = b.name("below_normal", ult(effective, count));
  const Value amount =
      flush ? zeros : b.name("amount", mux(beyond, effective.slice(zeros.width - 1, 0), zeros));
  const Value normal = b.name("normalised", shl(sum, amount));
  const Value base = (effective - zext(amount, we)).slice(e - 1, 0);
  const Value hidden = normal.msb();
  const Value fraction = normal.slice(w - 2, 4);
  const Value round_up = b.name("round_up", normal.bit(3) & (reduce_or(normal.slice(2, 0)) | normal.bit(4)));

  // Overflow before rounding: the largest exponent and a carry. Rounding up to it needs no help.
  const Value big_top = reduce_and(big_exponent);
  const Value nearly_top = e == 1 ? b.zero() : reduce_and(big_exponent.slice(e - 1, 1)) & ~big_exponent.bit(0);
  const Value special = b.name("special", big_top | (nearly_top & sum.msb()));
  const Value is_nan = b.name("is_nan", ux.is_nan | uy.is_nan | (ux.is_inf & uy.is_inf & differ));
  const Value zero = flush ? empty | beyond : empty;
  const Value magnitude = pack_rounded(b, type, base, hidden, fraction, round_up, zero & ~special, special, is_nan);
  const Value exact_zero = empty & differ;
  return cat({sign & ~is_nan & ~(exact_zero & ~special), magnitude});
}

}  // namespace rtlgen::ops::detail

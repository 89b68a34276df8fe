// Shifts: logic in a Kernel, wiring if the amount is constant.
#include <bit>

#include "hw/delay_model.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

namespace {

/// a << n or a >> n for any amount: from the width of `a` on, only `fill` is left.
Value shifted(Builder& b, bool left, bool arithmetic, Value a, Value amount) {
  const int needed = static_cast<int>(std::bit_width(static_cast<unsigned>(a.width)));
  const Value fill = arithmetic && !left ? repeat(a.msb(), a.width) : b.zero(a.width);
  Value low = amount;
  Value too_far = b.zero();
  if (amount.width > needed) {
    low = amount.slice(needed - 1, 0);
    too_far = reduce_or(amount.slice(amount.width - 1, needed));
  }
  const Value moved = left ? shl(a, low) : arithmetic ? sar(a, low) : shr(a, low);
  return mux(too_far, fill, moved);
}

int shift_delay(const Request& r, const DelayModel& device) { return r.constants[1] ? 0 : 4 * device.lut; }

}  // namespace

template <>
Operator make_operator<spec::Op::kShl>() {
  return {.is_logic = always_logic,
          .logic = [](Builder& b, const Request&, const Values& v) { return shifted(b, true, false, v[0], v[1]); },
          .delay = shift_delay};
}

template <>
Operator make_operator<spec::Op::kShr>() {
  return {.is_logic = always_logic,
          .logic = [](Builder& b, const Request& r,
                      const Values& v) { return shifted(b, false, r.operand.is_signed(), v[0], v[1]); },
          .delay = shift_delay};
}

}  // namespace rtlgen::ops

// The table of operators, made once.
#include "ops/registry.hpp"

#include <algorithm>

#include "hw/delay_model.hpp"
#include "ops/variants.hpp"
#include "spec/operations.hpp"
#include "support/check.hpp"

namespace rtlgen::ops {

namespace {

template <spec::Op op>
void add(std::vector<Operator>& all) {
  Operator one = make_operator<op>();
  one.function = op;
  one.operands = static_cast<int>(spec::operation_of(op).least);
  all.push_back(std::move(one));
}

std::vector<Operator> make_all() {
  std::vector<Operator> all;
#define RTLGEN_LEAF(op, ...)
#define RTLGEN_OPERATION(op, ...) add<spec::Op::op>(all);
#define RTLGEN_SPELLING(op, ...)
#include "spec/operations.inc"
#undef RTLGEN_LEAF
#undef RTLGEN_OPERATION
#undef RTLGEN_SPELLING
  for (Operator& variant : variants()) all.push_back(std::move(variant));
  return all;
}

}  // namespace

const std::vector<Operator>& operators() {
  static const std::vector<Operator> all = make_all();
  return all;
}

const Operator& operator_of(Function function) {
  const std::vector<Operator>& all = operators();
  // Operators of operations come first; leaves, which have none, are the first operations.
  const std::size_t first = static_cast<std::size_t>(all.front().function.op);
  const std::size_t place = static_cast<std::size_t>(function.op) - first;
  if (function.variant == Variant::kPlain && place < all.size() && all[place].function == function) return all[place];
  const auto found = std::find_if(all.begin(), all.end(), [&](const Operator& o) { return o.function == function; });
  RTLGEN_CHECK(found != all.end(), "no such operator");
  return *found;
}

Magnitude rounded_magnitude(int low, int high, int grain, int fraction) {
  return {low, high, std::max(grain, low - fraction)};
}

bool always_logic(const Request&) { return true; }
bool no_floats(const Request& r) { return !r.operand.is_float(); }
bool wraps(const Request& r) {
  return r.operand.is_integer() || (r.operand.is_fixed() && r.overflow == spec::Overflow::kWrap);
}

int no_delay(const Request&, const hw::DelayModel&) { return 0; }
int carry_delay(const Request& r, const hw::DelayModel& device) {
  return r.operand.width <= 4 ? device.lut : device.carry_base + device.carry_per_bit * r.operand.width;
}
int carry_and_choice(const Request& r, const hw::DelayModel& device) {
  return device.carry_base + device.carry_per_bit * r.operand.width + device.lut;
}

}  // namespace rtlgen::ops

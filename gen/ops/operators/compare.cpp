// Comparisons: of floats NaN is unordered and -0 equals +0; other values compare as the integers of their units.
#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

Value float_compare(Builder& b, const spec::Type& type, spec::Op op, Value x, Value y, bool flush) {
  const Value p = flushed(b, type, x, flush);
  const Value q = flushed(b, type, y, flush);
  const Unpacked up = unpack(b, type, p, false, "x");
  const Unpacked uq = unpack(b, type, q, false, "y");
  const Value ordered = ~(up.is_nan | uq.is_nan);
  const Value both_zero = up.is_zero & uq.is_zero;
  const Value equal = eq(p, q) | both_zero;
  switch (op) {
    case spec::Op::kEq:
      return ordered & equal;
    case spec::Op::kNe:
      return ~(ordered & equal);
    case spec::Op::kLt:
      return ordered & total_less(p, q) & ~both_zero;
    default:
      return ordered & (total_less(p, q) | equal);
  }
}

using Logic = Value (*)(Builder&, const Request&, const Values&);
using Evaluate = std::uint64_t (*)(const Request&, const Operands&);

/// `module` and the Kernel's `logic` are the same function, not always in the same form.
template <spec::Op op>
Operator comparison(const char* name, Logic module, Logic logic, Evaluate units, Evaluate reals) {
  return {.name = name,
          .build = {.floats =
                        [](Builder& b, const Request& r, const Values& v) {
                          return float_compare(b, r.operand, op, v[0], v[1], r.flush_subnormals);
                        },
                    .wholes = module,
                    .fixed = module},
          .exact = {.floats = reals, .wholes = units, .fixed = units},
          .is_logic = no_floats,
          .logic = logic,
          .delay = carry_delay,
          .has_aligned = true};
}

}  // namespace

template <>
Operator make_operator<spec::Op::kLt>() {
  return comparison<spec::Op::kLt>(
      "lt", [](Builder&, const Request& r, const Values& v) -> Value { return less(r.operand, v[0], v[1]); },
      [](Builder&, const Request& r, const Values& v) -> Value { return less(r.operand, v[0], v[1]); },
      by_units<[](const std::vector<Int128>& x) { return Int128{x[0] < x[1] ? 1 : 0}; }>,
      truth_of_reals<[](Reals& x) { return mpfr_less_p(x[0], x[1]) != 0; }>);
}

template <>
Operator make_operator<spec::Op::kLe>() {
  return comparison<spec::Op::kLe>(
      "le", [](Builder&, const Request& r, const Values& v) -> Value { return ~less(r.operand, v[1], v[0]); },
      [](Builder&, const Request& r, const Values& v) -> Value {
        return r.operand.is_signed() ? sle(v[0], v[1]) : ule(v[0], v[1]);
      },
      by_units<[](const std::vector<Int128>& x) { return Int128{x[0] <= x[1] ? 1 : 0}; }>,
      truth_of_reals<[](Reals& x) { return mpfr_lessequal_p(x[0], x[1]) != 0; }>);
}

template <>
Operator make_operator<spec::Op::kEq>() {
  return comparison<spec::Op::kEq>(
      "eq", [](Builder&, const Request&, const Values& v) -> Value { return eq(v[0], v[1]); },
      [](Builder&, const Request&, const Values& v) -> Value { return eq(v[0], v[1]); },
      by_units<[](const std::vector<Int128>& x) { return Int128{x[0] == x[1] ? 1 : 0}; }>,
      truth_of_reals<[](Reals& x) { return mpfr_equal_p(x[0], x[1]) != 0; }>);
}

template <>
Operator make_operator<spec::Op::kNe>() {
  return comparison<spec::Op::kNe>(
      "ne", [](Builder&, const Request&, const Values& v) -> Value { return ne(v[0], v[1]); },
      [](Builder&, const Request&, const Values& v) -> Value { return ne(v[0], v[1]); },
      by_units<[](const std::vector<Int128>& x) { return Int128{x[0] != x[1] ? 1 : 0}; }>,
      truth_of_reals<[](Reals& x) { return mpfr_equal_p(x[0], x[1]) == 0; }>);
}

}  // namespace rtlgen::ops

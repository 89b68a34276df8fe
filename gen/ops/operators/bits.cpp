// Bitwise operations and the logic of conditions: one LUT per bit.
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;  // NOLINT(google-build-using-namespace): expression operators

template <>
Operator make_operator<spec::Op::kBitNot>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return ~v[0]; }};
}

template <>
Operator make_operator<spec::Op::kNot>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return ~v[0]; }};
}

template <>
Operator make_operator<spec::Op::kBitAnd>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return v[0] & v[1]; }};
}

template <>
Operator make_operator<spec::Op::kAnd>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return v[0] & v[1]; }};
}

template <>
Operator make_operator<spec::Op::kBitOr>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return v[0] | v[1]; }};
}

template <>
Operator make_operator<spec::Op::kOr>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return v[0] | v[1]; }};
}

template <>
Operator make_operator<spec::Op::kBitXor>() {
  return {.is_logic = always_logic, .logic = [](Builder&, const Request&, const Values& v) { return v[0] ^ v[1]; }};
}

template <>
Operator make_operator<spec::Op::kSelect>() {
  return {.is_logic = always_logic,
          .logic = [](Builder&, const Request&, const Values& v) { return mux(v[0], v[1], v[2]); },
          .has_aligned = true};
}

}  // namespace rtlgen::ops

// The definition of every operation on single cells, for any type.
//
// It is one of two oracles: the operators' exact evaluation (gen/ops/exact.hpp) is the other, and tests compare both.
// The golden engine uses nothing from gen/ops. They share spec/real.hpp, which defines the values of float bits, and
// the definitions of functions whose result is not the nearest number.
#pragma once

#include <cstdint>
#include <span>

#include "spec/op.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {

/// How fixed-point results treat bits below the unit and values out of range.
struct FixedModes {
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;
};

/// The bits of `op` with result type `type` on the operands `v`, the first of which has type `operand`. A shift amount
/// has the bits of its own type. Float arithmetic uses MPFR.
std::uint64_t scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand,
                        std::span<const std::uint64_t> v, bool flush, const FixedModes& modes = {});

/// The same if the operand or the result is fixed point.
std::uint64_t fixed_scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand,
                              std::span<const std::uint64_t> v, bool flush, const FixedModes& modes);

}  // namespace rtlgen::golden

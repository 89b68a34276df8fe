// The definition of every operation on single cells, for any type.
//
// One of two oracles: the operators' exact evaluation (gen/ops/exact.hpp) is the other, and tests compare both. The
// golden engine uses nothing of gen/ops. They share spec/real.hpp, which says what float bits stand for, and the
// definitions of functions that are no nearest number.
#pragma once

#include <cstdint>
#include <span>

#include "spec/op.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {

/// What fixed-point results do with bits below the unit and beyond the range.
struct FixedModes {
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;
};

/// `op` with result type `type` on operands `v` whose first is of type `operand`, as bits. A shift's amount is the bits
/// of its own type. Float arithmetic by MPFR.
std::uint64_t scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand,
                        std::span<const std::uint64_t> v, bool flush, const FixedModes& modes = {});

/// The same where the operand or the result is fixed point.
std::uint64_t fixed_scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand,
                              std::span<const std::uint64_t> v, bool flush, const FixedModes& modes);

}  // namespace rtlgen::golden

// The definition of every operation on single cells, for any type.
#pragma once

#include <cstdint>

#include "spec/program.hpp"

namespace rtlgen::golden {

/// What fixed-point results do with bits below the unit and beyond the range.
struct FixedModes {
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;
};

/// `op` with result type `type` on operands of type `operand`, as bits; `b` and `c` only where `op`
/// has so many operands. A shift's amount is the bits of its own type. Float arithmetic by MPFR.
std::uint64_t scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand, std::uint64_t a,
                        std::uint64_t b, std::uint64_t c, bool flush, const FixedModes& modes = {});

/// The same where the operand or the result is fixed point.
std::uint64_t fixed_scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand, std::uint64_t a,
                              std::uint64_t b, bool flush, const FixedModes& modes);

}  // namespace rtlgen::golden

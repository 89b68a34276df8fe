// The definition of every operation on single cells, for any type.
#pragma once

#include <cstdint>

#include "spec/stencil.hpp"

namespace rtlgen::golden {

/// `op` with result type `type` on operands of type `operand`, as bits; `b` and `c` only where `op`
/// has so many operands. A shift's amount is the bits of its own type. Float arithmetic by MPFR.
std::uint64_t scalar_op(spec::Op op, const spec::Type& type, const spec::Type& operand,
                        std::uint64_t a, std::uint64_t b, std::uint64_t c, bool flush);

}  // namespace rtlgen::golden

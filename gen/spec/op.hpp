// The names of the language's operations; their table is spec/operations.hpp.
#pragma once

#include <cstdint>

namespace rtlgen::spec {

enum class Op : std::uint8_t {
#define RTLGEN_LEAF(op, ...) op,
#define RTLGEN_OPERATION(op, ...) op,
#define RTLGEN_SPELLING(op, ...)
#include "spec/operations.inc"
#undef RTLGEN_LEAF
#undef RTLGEN_OPERATION
#undef RTLGEN_SPELLING
};

/// Leaves whose value differs from cell to cell.
constexpr bool is_of_cell(Op op) { return op == Op::kTap || op == Op::kCoordinate || op == Op::kRegion; }

}  // namespace rtlgen::spec

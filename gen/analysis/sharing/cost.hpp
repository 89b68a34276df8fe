// The approximate hardware cost of a program, on which sharing bases its decisions.
//
// All costs are in LUT equivalents of one Executor. The figures of operators are rounded from docs/operators.md (a DSP
// block counts as 100 LUTs). 64 bits of a buffer count as one LUT (what a LUT holds as memory), and a bit of a window
// register as half a LUT.
#pragma once

#include <cstdint>

namespace rtlgen::spec {
struct Node;
struct Program;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::analysis {

/// Operators per cell, over all stages. Casts, negations and other wiring do not count.
struct Operators {
  int adds = 0;        ///< + and -
  int multiplies = 0;  ///< *, fma
  int others = 0;      ///< all other operators that cost logic

  [[nodiscard]] int total() const { return adds + multiplies + others; }
  friend bool operator==(const Operators&, const Operators&) = default;
};

struct Cost {
  Operators operators;
  int temporaries = 0;
  std::int64_t buffered_cells = 0;  ///< at the compiled extents, P cells per cycle
  double luts = 0;                  ///< cost of all operators in P lanes, and of all buffers

  friend bool operator==(const Cost&, const Cost&) = default;
};

/// LUT equivalents of one node for one cell; 0 for leaves and wiring.
double node_luts(const spec::Program& stencil, const spec::Node& node);

/// The cost of the whole program. Buffers follow from good lags, which are not always minimal: the plan may
/// need smaller ones.
Cost cost_of(const spec::Stencil& stencil);

}  // namespace rtlgen::analysis

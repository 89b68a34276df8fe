// What a program costs in hardware, roughly: the scale on which sharing decides.
//
// Everything is in LUT equivalents of one Executor. The figures of operators are rounded from
// docs/operators.md (a DSP block counts as 100 LUTs); 64 bits of a buffer count as one LUT (what a
// LUT holds as memory), a bit of a window register as half of one.
#pragma once

#include <cstdint>

namespace rtlgen::spec {
struct Node;
struct Program;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::analysis {

/// Operators that one cell needs, over all stages. Casts, negations and other wiring do not count.
struct Operators {
  int adds = 0;        ///< + and -
  int multiplies = 0;  ///< *, fma
  int others = 0;      ///< all that is neither and costs logic

  [[nodiscard]] int total() const { return adds + multiplies + others; }
  friend bool operator==(const Operators&, const Operators&) = default;
};

struct Cost {
  Operators operators;
  int temporaries = 0;
  std::int64_t buffered_cells = 0;  ///< at the compiled extents, P cells per cycle
  double luts = 0;                  ///< of all operators, P lanes, and all buffers

  friend bool operator==(const Cost&, const Cost&) = default;
};

/// LUT equivalents of one node for one cell; 0 for leaves and wiring.
double node_luts(const spec::Program& stencil, const spec::Node& node);

/// The whole program's cost. Buffers are those of good, not always of minimal lags: the plan may
/// need fewer.
Cost cost_of(const spec::Stencil& stencil);

}  // namespace rtlgen::analysis

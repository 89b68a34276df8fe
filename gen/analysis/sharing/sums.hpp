// The cheapest shared tree of sums: chooses partial sums that, at several offsets, build all sums with few additions.
// Independent of stencils: a term is a coefficient times a unit at an offset.
//
// "Sum" stands for any chain of one associative and commutative operation; products, minima and bit
// operations are sums whose coefficients are all 1.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "spec/axes.hpp"

namespace rtlgen::analysis {

struct Term {
  int kind = 0;  ///< a unit (below SumProblem::units), or SumPlan::partials[kind - units]
  spec::Offset offset{};
  std::int64_t coefficient = 1;

  friend bool operator==(const Term&, const Term&) = default;
};

/// The range of the offsets of a unit's reads, by axis.
struct Box {
  spec::Offset low{}, high{};
};

struct SumProblem {
  std::vector<Box> units;               ///< reads of each unit, relative to its anchor
  std::vector<std::vector<Term>> sums;  ///< sums of units
  bool ring = false;                    ///< coefficients distribute: c*a + c*b = c*(a + b). Otherwise they are 1 or -1
  /// Axes along which reads outside the grid have a boundary rule: a partial sum whose reads differ along such an axis
  /// must not be moved along it.
  std::array<bool, spec::kMaxAxes> resolves_outside{};
  spec::Extents grid{1, 1, 1};
};

struct Partial {
  Term left, right;  ///< `left` is at offset 0
};

struct SumPlan {
  std::vector<Partial> partials;        ///< each consists of units and earlier partial sums
  std::vector<std::vector<Term>> sums;  ///< the remaining terms of each sum: units and partial sums

  /// Additions and subtractions: one per partial sum, and the remaining ones.
  [[nodiscard]] int additions() const;
  /// Additions, and multiplications by coefficients whose magnitude is not a power of two, each counted once.
  [[nodiscard]] int operations() const;
};

/// Operations without any partial sum.
int operations_as_written(const SumProblem& problem);

/// The published search of SODA-CR (Chi and Cong, Exploiting Computation Reuse for Stencil
/// Accelerators, DAC 2020), reimplemented: pairs of operands with the same kinds and distance
/// that occur more than once are reused; all compatible reuses at once, with a beam of five.
SumPlan soda_search(const SumProblem& problem);

/// Our search: the best result of that search, of one with other priorities, and of sums of lines along each axis
/// (which splits separable filters into rows and columns, and boxes into powers of two). Deterministic, and independent
/// of the hardware settings. The best result has the fewest operations, then the shortest distances.
SumPlan best_search(const SumProblem& problem);

/// Whether every sum of the plan expands to the terms of the problem. For tests; shares no code with the searches.
bool is_right(const SumProblem& problem, const SumPlan& plan);

}  // namespace rtlgen::analysis

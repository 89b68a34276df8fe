// The cheapest shared tree of sums: which partial sums to make so that, moved about, they make up all
// of them with few additions. Knows no stencils: a term is a coefficient times a unit at an offset.
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

/// How far the reads of a unit lie apart, by axis.
struct Box {
  spec::Offset low{}, high{};
};

struct SumProblem {
  std::vector<Box> units;               ///< reads of each unit, against its anchor
  std::vector<std::vector<Term>> sums;  ///< of units
  bool ring = false;                    ///< coefficients distribute: c*a + c*b = c*(a + b). Otherwise they are 1 or -1
  /// Axes along which reads outside the grid have a boundary rule: a partial sum that spreads along one must
  /// not be moved along it.
  std::array<bool, spec::kMaxAxes> answered{};
  spec::Extents grid{1, 1, 1};
};

struct Partial {
  Term left, right;  ///< left at offset 0
};

struct SumPlan {
  std::vector<Partial> partials;        ///< each of units and earlier ones
  std::vector<std::vector<Term>> sums;  ///< what is left to add, of units and partial sums

  /// Additions and subtractions: one a partial sum, and those that are left.
  [[nodiscard]] int additions() const;
  /// Additions, and multiplications by coefficients whose magnitude is no power of two, each once.
  [[nodiscard]] int operations() const;
};

/// Operations without any partial sum.
int operations_as_written(const SumProblem& problem);

/// The published search of SODA-CR (Chi and Cong, Exploiting Computation Reuse for Stencil
/// Accelerators, DAC 2020), reimplemented: of all pairs of operands with the same kinds and distance,
/// those that occur more than once are reused; all compatible reuses at once, a beam of five.
SumPlan soda_search(const SumProblem& problem);

/// Ours: the best of that search, one with other priorities, and sums of lines of each axis (which
/// makes separable filters rows and columns, and boxes powers of two). Deterministic, and the same
/// for any hardware settings. Fewest operations first, then shortest distances.
SumPlan best_search(const SumProblem& problem);

/// Does every sum of the plan expand to the terms of the problem? For tests; shares no code.
bool is_right(const SumProblem& problem, const SumPlan& plan);

}  // namespace rtlgen::analysis

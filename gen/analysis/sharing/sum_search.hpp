// The search by pairs: partial sums of two terms each, beginning with those that occur most often.
#pragma once

#include <cstddef>
#include <tuple>

#include "analysis/sharing/sums.hpp"

namespace rtlgen::analysis {

struct SumStyle {
  std::size_t beam = 5;
  bool one_axis = true;         ///< while there are many pairs, only those along one axis, the slowest possible
  bool conflicts_last = true;   ///< takes chains of overlapping pairs only if there is nothing else
  std::size_t children = 4096;  ///< limit per state; pairs that occur most often are kept
};

/// The cheapest plan that a beam search with `style.beam` states finds.
SumPlan search_sums(const SumProblem& problem, const SumStyle& style);

/// The cost of a plan: operations, then cells kept.
std::tuple<int, double> cost_of_plan(const SumProblem& problem, const SumPlan& plan);

}  // namespace rtlgen::analysis

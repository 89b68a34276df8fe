// The search of pairs: partial sums of two terms each, those that occur most often first.
#pragma once

#include <cstddef>
#include <tuple>

#include "analysis/sharing/sums.hpp"

namespace rtlgen::analysis {

struct SumStyle {
  std::size_t beam = 5;
  bool one_axis = true;         ///< only pairs along one axis, the slowest there is, while there are many
  bool conflicts_last = true;   ///< chains of overlapping pairs only where nothing else is
  std::size_t children = 4096;  ///< of each state, those with most places
};

/// The cheapest plan of all that a beam of `style.beam` states comes by.
SumPlan search_sums(const SumProblem& problem, const SumStyle& style);

/// Operations, then cells that are kept.
std::tuple<int, double> cost_of_plan(const SumProblem& problem, const SumPlan& plan);

}  // namespace rtlgen::analysis

// Covers a graph of and-gates with LUTs, as a synthesis tool does: minimum depth first, then the least area at that
// depth (priority cuts, area flow and exact local area; Mishchenko et al., ICCAD 2007).
#pragma once

#include <array>
#include <cstdint>

#include "model/area/logic.hpp"

namespace rtlgen::model {

inline constexpr int kWidestCut = 8;

/// The cost of a LUT of n inputs, at index n, in any unit; 0: no such LUT exists.
struct LutCosts {
  std::array<int, kWidestCut + 1> cost{};
  int widest = 6;  ///< inputs
};

/// The number of LUTs of each width in the cover, indexed by the number of inputs.
using LutCounts = std::array<std::int64_t, kWidestCut + 1>;

LutCounts map_luts(const Logic& logic, const LutCosts& costs);

}  // namespace rtlgen::model

// Covers a graph of and-gates with LUTs, as a synthesis tool does: the least depth first, then the least area
// that keeps it (priority cuts, area flow and exact local area; Mishchenko et al., ICCAD 2007).
#pragma once

#include <array>
#include <cstdint>

#include "model/area/logic.hpp"

namespace rtlgen::model {

inline constexpr int kWidestCut = 8;

/// What a LUT of n inputs costs, at index n, in any unit; 0: there is none of that width.
struct LutCosts {
  std::array<int, kWidestCut + 1> cost{};
  int widest = 6;  ///< inputs
};

/// How many LUTs of each width cover the graph; index: inputs.
using LutCounts = std::array<std::int64_t, kWidestCut + 1>;

LutCounts map_luts(const Logic& logic, const LutCosts& costs);

}  // namespace rtlgen::model

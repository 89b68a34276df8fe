// Finds which cells of a result differ, what they have in common, and which part of the card that suggests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "golden/grid.hpp"
#include "golden/ignored.hpp"

namespace rtlgen::contract {
struct Design;
}

namespace rtlgen::driver {

struct Difference {
  std::int64_t cells = 0, compared = 0;  ///< cells that differ, cells in total
  std::string first;                     ///< the first cell, its lane, and both values
  std::string pattern;                   ///< "one lane (2 of 8)", "from row 12 on", ...
  std::vector<std::string> places;       ///< possible locations of the fault, most likely first
};

/// The names of an array in the manifest and in messages.
struct ComparedName {
  std::string field, shown;
};

/// One result, by array.
struct Compared {
  const std::map<int, ComparedName>& names;
  const contract::Design* design = nullptr;  ///< null: a card without memory
  int lanes = 1;
  const std::map<int, golden::Grid>& expected;
  const std::map<int, golden::Grid>& got;
  const golden::Masks& ignored;
};

/// The difference in the first array that differs; no cells if all are equal.
Difference difference_of(const Compared& compared);

}  // namespace rtlgen::driver

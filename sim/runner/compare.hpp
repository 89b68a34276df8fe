// Compares simulated arrays with golden ones, bit for bit, and finds the first wrong step.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "golden/ignored.hpp"
#include "spec/axes.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::runner {

/// One cell that differs.
struct Mismatch {
  int array = -1;
  spec::Extents cell{0, 0, 0};
  int lane = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
};

struct Comparison {
  std::int64_t mismatches = 0;
  std::optional<Mismatch> first;  ///< in order of arrays, then of cells
};

/// Both maps contain the same arrays with equal shapes. Cells that `ignored` marks are not compared.
Comparison compare(const std::map<int, golden::Grid>& expected, const std::map<int, golden::Grid>& got,
                   int cells_per_cycle, const golden::Masks& ignored = {});

/// The fewest iterations, from 1 to `iterations`, after which `differs` is true but after one fewer is false; found by
/// bisection, so `differs(iterations)` must be known to be true.
std::int64_t first_wrong_iteration(std::int64_t iterations, const std::function<bool(std::int64_t)>& differs);

/// A value for messages: 0x3f800000 (1).
std::string show_value(const spec::Type& type, std::uint64_t bits);

}  // namespace rtlgen::runner

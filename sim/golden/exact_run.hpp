// A run in arithmetic of 113 bits: what the values of a program would be but for the rounding of its floats. Runs are
// judged by it (`rtlgen golden --accuracy`).
//
// Float values are never rounded to their type, but for casts to other numbers. Inputs, constants and parameters are
// the bits that the program has. Integers and fixed-point values are as in any run: their rules are part of the
// program.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "golden/wide.hpp"
#include "spec/axes.hpp"

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::golden {

/// The number that float bits stand for.
Wide wide_value(const spec::Type& type, std::uint64_t bits);

/// Final state and output arrays of floats, by index. Arguments as of golden::run; monitors do not take part.
std::map<int, std::vector<Wide>> run_exactly(const spec::Program& program, const spec::Extents& extents,
                                             const std::map<int, Grid>& inputs, std::int64_t iterations,
                                             const std::vector<std::uint64_t>& params, const Options& options = {});

/// How far a run is from the exact one, in units of the last place of `unit` at the exact value.
struct FieldError {
  double max_ulp = 0, mean_ulp = 0;
  std::int64_t cells = 0;       ///< compared: both values are finite
  std::int64_t not_finite = 0;  ///< left out
};

/// `result` of any float type; `mask` has the cells that do not matter, or is empty.
FieldError error_of(const std::vector<Wide>& exact, const Grid& result, const spec::Type& unit,
                    const std::vector<std::uint8_t>& mask);

}  // namespace rtlgen::golden

// A run in 113-bit arithmetic: the values of a program without the rounding of its floats. Other runs are compared with
// it (`rtlgen golden --accuracy`).
//
// Float values are never rounded to their type, except for casts to other types. Inputs, constants and parameters have
// the bits of the program. Integers and fixed-point values are as in any run, because their rules are part of the
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

/// The number that the bits of a float represent.
Wide wide_value(const spec::Type& type, std::uint64_t bits);

/// Final state and output arrays of floats, by index. Arguments as in golden::run; monitors are ignored.
std::map<int, std::vector<Wide>> run_exactly(const spec::Program& program, const spec::Extents& extents,
                                             const std::map<int, Grid>& inputs, std::int64_t iterations,
                                             const std::vector<std::uint64_t>& params, const Options& options = {});

/// The difference of a run from the exact one, in units of the last place of `unit` at the exact value.
struct FieldError {
  double max_ulp = 0, mean_ulp = 0;
  std::int64_t cells = 0;       ///< compared, with two finite values
  std::int64_t not_finite = 0;  ///< not compared
};

/// `result` has any float type; `mask` marks undefined cells, or is empty.
FieldError error_of(const std::vector<Wide>& exact, const Grid& result, const spec::Type& unit,
                    const std::vector<std::uint8_t>& mask);

}  // namespace rtlgen::golden

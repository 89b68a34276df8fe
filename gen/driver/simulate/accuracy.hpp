// How far golden runs are from exact arithmetic: of the description's own arithmetic, of the other one, and of other
// types.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/exact_run.hpp"
#include "spec/axes.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

struct RunOptions;

struct AccuracyRow {
  std::string run;    ///< ieee, fused, or a type
  std::string field;  ///< of floats
  golden::FieldError error;
};

struct AccuracyReport {
  std::string name;
  spec::Extents extents{1, 1, 1};
  int axes = 1;
  std::int64_t iterations = 0;
  std::vector<AccuracyRow> rows;  ///< by run, then field
};

/// The exact run (golden/exact_run.hpp) is of the description with `arithmetic: ieee`, from its inputs as its types
/// hold them; every run starts with these inputs, rounded to its own types. Units of the last place are those of the
/// description's types. `types` take the place of the top-level `type`. RG0819 where nothing is a float or monitors
/// decide.
Result<AccuracyReport> accuracy(const RunOptions& options, const std::vector<std::string>& types,
                                Diagnostics& diagnostics);

}  // namespace rtlgen::driver

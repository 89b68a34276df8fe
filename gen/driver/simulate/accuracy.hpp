// Compares golden runs with exact arithmetic: runs with the arithmetic of the description, with the other arithmetic,
// and with other types.
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
  std::string field;  ///< name of a field of floats
  golden::FieldError error;
};

struct AccuracyReport {
  std::string name;
  spec::Extents extents{1, 1, 1};
  int axes = 1;
  std::int64_t iterations = 0;
  std::vector<AccuracyRow> rows;  ///< by run, then field
};

/// The exact run (golden/exact_run.hpp) uses the description with `arithmetic: ieee`, and inputs rounded to its types;
/// every run starts with these inputs, rounded to its own types. Units of the last place are those of the description's
/// types. `types` replace the top-level `type`. Reports RG0819 if nothing is a float or if monitors control the run.
Result<AccuracyReport> accuracy(const RunOptions& options, const std::vector<std::string>& types,
                                Diagnostics& diagnostics);

}  // namespace rtlgen::driver

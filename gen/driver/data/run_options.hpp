// The options of a run, whatever runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/memory.hpp"
#include "driver/prepare/source.hpp"

namespace rtlgen::driver {

/// Data of a field, or of all components of a vector, in the memory of the program that rtlgen is a part of.
struct GivenArray {
  std::string field;
  data::Cells cells;  ///< its bytes stay there during the run
};

/// A run-time parameter in place of the description's.
struct GivenParam {
  std::string name, number;
};

/// What golden and simulated runs have in common.
struct RunOptions {
  Source source;
  std::optional<std::int64_t> iterations;
  std::vector<std::int64_t> extents;         ///< empty: the file's grid
  std::vector<std::string> inputs, outputs;  ///< FIELD=PATH
  std::string probes;                        ///< the file that the probes' values go to; "": none
  std::uint64_t seed = 1;
  std::string progress = "none";  ///< none, bar, lines; on standard error
  std::vector<GivenArray> arrays;
  std::vector<GivenParam> params;
  /// Called after each time step of the golden engine; what it throws ends the run.
  std::function<void(std::int64_t done, std::int64_t total)> watch = {};
};

}  // namespace rtlgen::driver

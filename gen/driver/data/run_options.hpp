// The options of a run, independent of what runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/prepare/source.hpp"

namespace rtlgen::driver {

struct GivenData;

/// Common options of golden and simulated runs.
struct RunOptions {
  Source source;
  std::optional<std::int64_t> iterations;
  bool may_be_start = false;                 ///< accept a run of no time steps, whose results are the start data
  std::vector<std::int64_t> extents;         ///< empty: the grid in the file
  std::vector<std::string> inputs, outputs;  ///< FIELD=PATH
  std::string probes;                        ///< file for the values of probes; "": none
  std::int64_t every = 0;                    ///< write outputs after every so many time steps; 0: at the end
  std::string checkpoint;  ///< file from which the run continues, and in which it is saved with `every`; "": none
  std::uint64_t seed = 1;
  bool count_cells = true;        ///< count the NaN, infinite and saturated cells of the golden engine's results
  std::string progress = "none";  ///< none, bar, lines; on standard error
  std::shared_ptr<const GivenData> given;  ///< data in memory (driver/data/given_data.hpp); null: none
  /// Called after each time step of the golden engine; an exception ends the run.
  std::function<void(std::int64_t done, std::int64_t total)> watch = {};
};

}  // namespace rtlgen::driver

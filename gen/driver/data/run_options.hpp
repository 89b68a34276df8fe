// The options of a run, whatever runs it.
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

/// What golden and simulated runs have in common.
struct RunOptions {
  Source source;
  std::optional<std::int64_t> iterations;
  bool may_be_start = false;                 ///< no time steps are a run too, whose results are the start data
  std::vector<std::int64_t> extents;         ///< empty: the file's grid
  std::vector<std::string> inputs, outputs;  ///< FIELD=PATH
  std::string probes;                        ///< the file that the probes' values go to; "": none
  std::int64_t every = 0;                    ///< outputs are written each so many time steps; 0: at the end
  std::string checkpoint;  ///< the file that the run goes on from, and is saved in with `every`; "": none
  std::uint64_t seed = 1;
  std::string progress = "none";           ///< none, bar, lines; on standard error
  std::shared_ptr<const GivenData> given;  ///< data in memory (driver/data/given_data.hpp); null: none
  /// Called after each time step of the golden engine; what it throws ends the run.
  std::function<void(std::int64_t done, std::int64_t total)> watch = {};
};

}  // namespace rtlgen::driver

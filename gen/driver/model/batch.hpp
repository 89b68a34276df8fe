// A batch of grids through one card: the time model alone, nothing runs.
#pragma once

#include <cstdint>
#include <string>

#include "driver/model/model.hpp"
#include "model/batch.hpp"

namespace rtlgen::driver {

struct BatchForecast {
  std::int64_t grids = 0;
  std::string link;
  int sets = 2;  ///< sets of buffers that fit into the board's memory; 2 if its size is not known
  model::BatchTime time;
};

/// The link of a batch: `requested`, or the usual one with "".
inline std::string link_of_batch(const std::string& requested) { return requested.empty() ? "pcie3x8" : requested; }

/// `design`: the result of model_design for the same options. RG0805 for a design without memory behind a host.
Result<BatchForecast> model_batch(const ModelOptions& options, std::int64_t grids, const ModelReport& design,
                                  Diagnostics& diagnostics);

/// RG0805 unless the design has memory behind a host and runs without decisions between passes, as a batch needs.
bool check_for_batch(const plan::Plan& plan, Diagnostics& diagnostics);

/// Whether the design has a shell, which `option` needs; reports RG0805 with what would give it one.
/// `why`: the fault if the description lacks a bus.
bool check_has_shell(const ModelReport& design, const ModelOptions& options, const std::string& option, std::string why,
                     Diagnostics& diagnostics);

}  // namespace rtlgen::driver

// What a host knows of an accelerator, from its manifest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace rtlgen::host {

struct Design {
  std::string name;
  std::uint32_t digest = 0;
  plan::CoreInterface
      core;  ///< extents, ghosts, blocks, lags and ports; arrays are numbered as `shell.streams` has them
  plan::Shell shell;
  struct Param {
    std::string name;
    int bits = 0;
    std::uint64_t value = 0;
  };
  std::vector<Param> params;  ///< run-time parameters with their defaults
};

/// Throws host::Error if the text is no manifest, or has no shell.
Design read_design(const std::string& manifest);

}  // namespace rtlgen::host

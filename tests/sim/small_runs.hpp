// Small stencils for simulations that take a second.
#pragma once

#include <string>
#include <vector>

#include "driver/driver.hpp"

namespace rtlgen::test {

/// Path of a shipped configuration.
inline std::string config(const std::string& name) {
  return std::string(RTLGEN_SOURCE_DIR) + "/configs/" + name + ".yaml";
}

/// Options of a run of `name` with some keys overridden and patterns instead of data files.
inline driver::SimOptions small_run(const std::string& name, const std::vector<std::string>& sets,
                                    std::int64_t iterations) {
  driver::SimOptions options;
  options.run.source = {config(name), sets};
  options.run.iterations = iterations;
  options.random_stalls = true;
  return options;
}

}  // namespace rtlgen::test

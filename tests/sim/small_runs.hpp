// Small stencils for simulations that take a second.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "driver/simulate/options.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

/// Path of a shipped configuration.
inline std::string config(const std::string& name) { return test::source_folder() + "/configs/" + name + ".yaml"; }

/// Options of a run of `name` with some keys overridden and patterns instead of data files.
inline driver::SimOptions small_run(const std::string& name, const std::vector<std::string>& sets,
                                    std::int64_t iterations) {
  driver::SimOptions options;
  options.run.source = {config(name), sets};
  options.run.iterations = iterations;
  options.random_stalls = true;
  return options;
}

/// Replaces the first `from` in the file whose name ends in `file` and says whether it was there.
inline std::function<void(runner::Sources&)> replace(const std::string& file, const std::string& from,
                                                     const std::string& to) {
  return [=](runner::Sources& sources) {
    bool done = false;
    for (runner::SourceFile& source : sources.files) {
      if (!source.path.ends_with(file)) continue;
      // A Kernel's file has two forms, one per way to simulate it.
      for (std::size_t at = 0; (at = source.text.find(from, at)) != std::string::npos; at += to.size()) {
        source.text.replace(at, from.size(), to);
        done = true;
      }
    }
    ASSERT_TRUE(done) << file << " has no '" << from << "'";
  };
}

}  // namespace rtlgen::test

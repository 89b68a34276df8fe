// Golden runs with progress on standard error.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "golden/engine.hpp"
#include "support/progress.hpp"

namespace rtlgen::driver {

/// Calls work(options), with options that show the steps of `what` unless `progress` is "none".
template <class Work>
void shown(const std::string& progress, const std::string& what, const Work& work) {
  golden::Options options;
  std::optional<Progress> line;
  if (progress != "none") {
    line.emplace(what);
    options.progress = [&](std::int64_t done, std::int64_t total) {
      line->now(fmt::format("{}: step {} of {}", what, done, total));
    };
  }
  work(options);
}

}  // namespace rtlgen::driver

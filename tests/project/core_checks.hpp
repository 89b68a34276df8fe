// Parts that tests of projects of an accelerator alone share: small designs, mutants of scripts and their score.
#pragma once

#include <algorithm>
#include <functional>
#include <regex>

#include "core_facts.hpp"
#include "mutants.hpp"

namespace rtlgen::test {

inline const std::vector<std::string> kSmall = {"hardware.cells_per_cycle=2", "hardware.steps=2"};

inline ProcessResult run_in(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 120;
  return run_process(command, options);
}

inline std::vector<std::string> verilog_of(const driver::PlannedCore& project) {
  std::vector<std::string> files;
  for (const emit::File& file : project.files()) {
    if (file.path.ends_with(".v")) files.push_back(file.path);
  }
  return files;
}

/// Left out, a word misspelt, a value changed, an option dropped, a comparison turned round.
inline const std::vector<Change>& changes() {
  static const std::vector<Change> all = {
      {"left out", std::regex("^.*$"), ""},
      {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
      {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b(?![-\\]])"), "7$1"},
      {"option dropped", std::regex(" -[a-z_]+"), ""},
      {"other word", std::regex("\\{([A-Za-z_][A-Za-z0-9_. ]*)\\}"), "{Other}"},
      {"other name", std::regex("\"(\\w+)\""), "\"other\""},
      {"other clock", std::regex("\\bbus_clk\\b"), "kernel_clk"},
      {"turned round", std::regex(" (<|-ge) "), " > "},
      {"no longer not", std::regex("\\{!"), "{"},
  };
  return all;
}

inline std::vector<emit::File> of_paths(const std::vector<emit::File>& files, const std::vector<std::string>& starts) {
  std::vector<emit::File> some;
  for (const emit::File& file : files) {
    if (std::any_of(starts.begin(), starts.end(),
                    [&](const std::string& start) { return file.path.starts_with(start); }))
      some.push_back(file);
  }
  return some;
}

}  // namespace rtlgen::test

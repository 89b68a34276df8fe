// Runs the tools on the modules of the shell: mutants, proofs, Verilated benches.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emit/file.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::shell_test {

inline const std::string kRtl = test::source_folder() + "/rtl/";
inline const std::string kHere = test::source_folder() + "/tests/shell/";
inline const std::string kSim = test::source_folder() + "/sim/shell/";

inline ProcessResult run(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 300;
  options.merge_stderr = true;
  return run_process(command, options);
}

/// A module of rtl/, and a change that breaks it; no change if `from` is empty.
struct Mutant {
  std::string module;
  std::string from;
  std::string to;
};

/// The file of the module in `folder`, changed; returns its path.
inline std::string broken(const std::string& folder, const Mutant& mutant) {
  std::string text = test::read_text(kRtl + mutant.module + ".v");
  const std::size_t at = text.find(mutant.from);
  EXPECT_NE(at, std::string::npos) << mutant.from;
  if (at != std::string::npos) text.replace(at, mutant.from.size(), mutant.to);
  test::write_files(folder, {{mutant.module + ".v", text}});
  return folder + "/" + mutant.module + ".v";
}

}  // namespace rtlgen::shell_test

// A folder with a small stencil, in which a test runs the program.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/folder.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

namespace fs = std::filesystem;
using runner::read_file;
using runner::write_file;

inline constexpr const char* kLife = R"(name: small
grid: [12, 6]
type: uint<1>
fields:
  c: {boundary: {constant: 0}}
update:
  - c: c[-1,0] ^ c[1,0]
iterations: 3
hardware: {cells_per_cycle: 2, steps: 2}
)";

class Program : public testing::Test {
 protected:
  void SetUp() override {
    file_ = (folder_.path() / "small.yaml").string();
    write_file(file_, kLife);
  }

  /// The cache of the tests, so that no simulation is compiled twice; without one, a folder that ends with the test.
  [[nodiscard]] std::string cache() const {
    const char* const kept = std::getenv("RTLGEN_CACHE");
    return kept != nullptr ? kept : (folder_.path() / "cache").string();
  }

  /// Runs the program in a folder of its own; PATH may be replaced.
  ProcessResult rtlgen(std::vector<std::string> arguments, const std::string& path = "") const {
    arguments.insert(arguments.begin(), test::program());
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    options.environment = {{"RTLGEN_CACHE", cache()}};
    if (!path.empty()) options.environment.emplace_back("PATH", path);
    return run_process(arguments, options);
  }

  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

  [[nodiscard]] std::vector<std::string> entries() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  /// A folder with links to the named programs only.
  [[nodiscard]] std::string path_with(const std::vector<std::string>& programs) const {
    const fs::path bin = at("bin");
    fs::create_directories(bin);
    for (const std::string& program : programs) {
      if (const auto found = find_program(program)) fs::create_symlink(*found, bin / program);
    }
    return bin.string();
  }

  runner::TemporaryFolder folder_;
  std::string file_;
};

}  // namespace rtlgen::test

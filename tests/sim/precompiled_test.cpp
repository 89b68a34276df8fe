// The precompiled headers are those that the compiler takes: g++ would read the headers again if a flag differs, and
// the slower build would go unnoticed.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "driver/simulate/simulate.hpp"
#include "large.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

struct Compiler {
  std::string name;
  std::string strict;   ///< words that make it an error if precompiled headers cannot be taken
  std::string refusal;  ///< its message then
};

const Compiler kClang = {"clang++", "", "in PCH file"};
const std::vector<Compiler> kCompilers = {{"g++", "-Winvalid-pch -Werror=invalid-pch", "headers.hpp.gch"}, kClang};

/// That compiler, strict, with `more` behind all other words but when it makes the headers.
class StrictCompiler {
 public:
  StrictCompiler(const Compiler& compiler, const std::string& more) : path_(std::getenv("PATH")) {
    const fs::path file = folder_.path() / compiler.name;
    const std::string real = "/usr/bin/" + compiler.name;
    runner::write_file(file,
                       fmt::format("#!/bin/sh\ncase \"$*\" in --version | -dumpfullversion | *c++-header*) exec {0} "
                                   "\"$@\" ;; esac\nexec {0} {1} \"$@\" {2}\n",
                                   real, compiler.strict, more));
    setenv("RTLGEN_CXX", compiler.name.c_str(), 1);
    fs::permissions(file, fs::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  StrictCompiler(const StrictCompiler&) = delete;
  StrictCompiler& operator=(const StrictCompiler&) = delete;
  ~StrictCompiler() {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("RTLGEN_CXX");
  }

 private:
  runner::TemporaryFolder folder_;
  std::string path_;
};

/// The compiler's complaint about a simulation, whatever the cache has of it; "" if it compiles.
std::string refusal(const Compiler& compiler, const std::string& more, driver::SimOptions options) {
  const StrictCompiler strict(compiler, more);
  const runner::TemporaryFolder folder;
  options.run.source.file = (folder.path() / "large.yaml").string();
  runner::write_file(options.run.source.file, kLarge);
  options.use_cache = false;
  Diagnostics diagnostics;
  try {
    return driver::simulate(options, diagnostics).ok() ? "" : diagnostics.render();
  } catch (const EnvironmentError& e) {
    return e.what();
  }
}

/// A small accelerator with DRAM, by SystemC.
driver::SimOptions with_memory() {
  driver::SimOptions options;
  options.memory = driver::Memory::kDdr;
  options.run.source.sets = {"hardware.cells_per_cycle=1", "hardware.steps=1", "hardware.bus=64"};
  return options;
}

/// The refusal of headers of other flags; empty if Verilator precompiles headers itself, so that rtlgen has none.
std::string expected_refusal(const Compiler& compiler) {
  return runner::verilated_rules().find("VK_PCH_H") == std::string::npos ? compiler.refusal : "";
}

class PrecompiledHeaders : public testing::TestWithParam<Compiler> {};

TEST_P(PrecompiledHeaders, AreTakenInBlocks) { EXPECT_EQ(refusal(GetParam(), "", {}), ""); }

TEST_P(PrecompiledHeaders, OfOtherFlagsAreRefused) {
  EXPECT_THAT(refusal(GetParam(), "-O1", {}), HasSubstr(expected_refusal(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Of, PrecompiledHeaders, testing::ValuesIn(kCompilers),
                         [](const auto& of) { return of.param.name == "g++" ? "Gcc" : "Clang"; });

// The kinds differ in their flags, which are the same for both compilers.
TEST(PrecompiledHeadersOfClang, AreTakenWithAWaveform) {
  const runner::TemporaryFolder folder;
  driver::SimOptions options;
  options.trace = (folder.path() / "wave.fst").string();
  EXPECT_EQ(refusal(kClang, "", options), "");
}

TEST(PrecompiledHeadersOfClang, AreTakenBySystemC) {
  EXPECT_EQ(refusal(kClang, "", with_memory()), "");
  EXPECT_THAT(refusal(kClang, "-O0", with_memory()), HasSubstr(expected_refusal(kClang)));
}

}  // namespace
}  // namespace rtlgen::test

// The precompiled headers are those that g++ takes: a flag that differs would only make simulations slower to compile,
// and nobody would notice.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "driver/simulate/simulate.hpp"
#include "large.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

/// A g++ that ends with an error where it cannot take precompiled headers, and has `more` behind all other words but
/// when it makes them.
class StrictCompiler {
 public:
  explicit StrictCompiler(const std::string& more) : path_(std::getenv("PATH")) {
    const fs::path file = folder_.path() / "g++";
    runner::write_file(file,
                       "#!/bin/sh\ncase \"$*\" in *c++-header*) exec /usr/bin/g++ \"$@\" ;; esac\n"
                       "exec /usr/bin/g++ -Winvalid-pch -Werror=invalid-pch \"$@\" " +
                           more + "\n");
    fs::permissions(file, fs::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  StrictCompiler(const StrictCompiler&) = delete;
  StrictCompiler& operator=(const StrictCompiler&) = delete;
  ~StrictCompiler() { setenv("PATH", path_.c_str(), 1); }

 private:
  runner::TemporaryFolder folder_;
  std::string path_;
};

/// What g++ says against a simulation, whatever the cache has of it; "" if it compiles.
std::string refusal(const std::string& more, driver::SimOptions options) {
  const StrictCompiler compiler(more);
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

TEST(PrecompiledHeaders, AreTakenInBlocks) { EXPECT_EQ(refusal("", {}), ""); }

TEST(PrecompiledHeaders, AreTakenWithAWaveform) {
  const runner::TemporaryFolder folder;
  driver::SimOptions options;
  options.trace = (folder.path() / "wave.fst").string();
  EXPECT_EQ(refusal("", options), "");
}

TEST(PrecompiledHeaders, AreTakenBySystemC) { EXPECT_EQ(refusal("", with_memory()), ""); }

TEST(PrecompiledHeaders, OfOtherFlagsAreRefused) {
  EXPECT_NE(refusal("-O1", {}).find("headers.hpp.gch"), std::string::npos);
  const std::string text = refusal("-O0", with_memory());
  EXPECT_NE(text.find("headers.hpp.gch"), std::string::npos) << text;
}

}  // namespace
}  // namespace rtlgen::test

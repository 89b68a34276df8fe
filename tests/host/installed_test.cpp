// The library as a user gets it: installed, with the examples built against it, running a card that rtlgen compiled.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <numeric>
#include <sstream>

#include "host/host.hpp"
#include "host/simulated_card.hpp"
#include "runner/folder.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kExamples = test::source_folder() + "/examples/host";

/// Everything that the cases share: an installed tree and an accelerator with its card.
class Installed : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new runner::TemporaryFolder;
    for (const char* component : {"host", "host_dev"}) {
      const auto installed = run_process(
          {RTLGEN_CMAKE, "--install", test::build_folder(), "--component", component, "--prefix", at("tree")});
      ASSERT_TRUE(installed.ok()) << installed.errors;
    }
    const auto generated = run_process({test::program(), "generate", kExamples + "/heat.yaml", "-o", at("heat"),
                                        "--hdl", "verilog", "--card", "--operators", "native"});
    ASSERT_TRUE(generated.ok()) << generated.errors;
    progress_ = generated.errors;
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static std::string at(const std::string& name) { return (folder_->path() / name).string(); }

  /// A program that knows the installed tree, and no generator.
  static ProcessResult run_outside(const std::vector<std::string>& arguments) {
    ProcessOptions options;
    options.environment = {
        {"LD_LIBRARY_PATH", at("tree/lib")}, {"PATH", "/usr/bin:/bin"}, {"PKG_CONFIG_PATH", at("tree/lib/pkgconfig")}};
    options.working_directory = folder_->path().string();
    return run_process(arguments, options);
  }

  static inline runner::TemporaryFolder* folder_ = nullptr;
  static inline std::string progress_;
};

/// The first line that both examples print, from the golden engine's cells; `centre` is x = 24, y = 16 of 48 x 32.
std::string golden_line(const std::string& input, const std::string& output) {
  std::vector<float> t(48 * 32, 20.0F);
  t[16 * 48 + 24] = 1000.0F;
  runner::write_file(input, std::string_view(reinterpret_cast<const char*>(t.data()), t.size() * 4));
  const auto golden =
      run_process({test::program(), "golden", kExamples + "/heat.yaml", "--set", "params.r.value=0.2", "--extents",
                   "48,32", "--iterations", "100", "--input", "t=" + input, "--output", "t=" + output, "--json", "-"});
  EXPECT_TRUE(golden.ok()) << golden.errors;
  const std::string bytes = runner::read_file(output);
  EXPECT_EQ(bytes.size(), t.size() * 4);
  std::memcpy(t.data(), bytes.data(), std::min(bytes.size(), t.size() * 4));
  return fmt::format("centre {:.3f}, mean {:.3f}, last change ", t[16 * 48 + 24],
                     std::accumulate(t.begin(), t.end(), 0.0) / (48 * 32));
}

TEST_F(Installed, ExamplesRunWithoutAGenerator) {
  const auto build = [&](const std::vector<std::string>& arguments) {
    const auto built = run_outside(arguments);
    ASSERT_TRUE(built.ok()) << built.output << built.errors;
  };
  build({RTLGEN_CMAKE, "-S", kExamples, "-B", at("build"), "-DCMAKE_PREFIX_PATH=" + at("tree"),
         "-DCMAKE_CXX_STANDARD=17", "-DCMAKE_C_FLAGS=-std=c99 -Wall -Wextra -Wpedantic -Werror",
         "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Werror"});
  build({RTLGEN_CMAKE, "--build", at("build")});
  const std::string expected = golden_line(at("in.raw"), at("out.raw"));
  // The documentation shows what the first one prints.
  const std::string page = runner::read_file(test::source_folder() + "/docs/host.md");
  std::istringstream printed(run_outside({at("build/heat"), at("heat")}).output);
  int lines = 0;
  for (std::string line; std::getline(printed, line); ++lines) EXPECT_THAT(page, HasSubstr("    " + line + "\n"));
  EXPECT_EQ(lines, 3);
  for (const char* program : {"build/heat", "build/heat_c"}) {
    const auto result = run_outside({at(program), at("heat")});
    EXPECT_TRUE(result.ok()) << result.errors;
    EXPECT_EQ(result.output.substr(0, expected.size()), expected) << program;
    EXPECT_THAT(result.output, HasSubstr("50 passes, ")) << program;
    // 48 x 32 cells, 2 a beat, 50 passes.
    EXPECT_THAT(result.output, HasSubstr("38400 beats read, 38400 written")) << program;
    EXPECT_NE(run_outside({at(program), at("nowhere")}).exit_code, 0);
    EXPECT_THAT(run_outside({at(program), at("nowhere")}).errors, HasSubstr("nowhere/manifest.json"));
    // The same program for a card; this machine has none of that name.
    const auto without = run_outside({at(program), at("heat"), "/dev/no_such_xdma"});
    EXPECT_EQ(without.exit_code, 1);
    EXPECT_THAT(without.errors, HasSubstr("/dev/no_such_xdma_user does not exist: the XDMA driver is not loaded"))
        << program;
  }
}

/// The library as a program.
TEST_F(Installed, RtlgenRunsTheSameCard) {
  const auto run = [](std::vector<std::string> more) {
    std::vector<std::string> arguments = {test::program(), "run", kExamples + "/heat.yaml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_process(arguments);
  };
  const auto simulated =
      run({"--operators", "native", "--iterations", "20", "--json", "-", "--output", "t=" + at("t.npy")});
  EXPECT_EQ(simulated.exit_code, 0) << simulated.errors;
  EXPECT_THAT(simulated.output, testing::AllOf(HasSubstr("\"match\": true"), HasSubstr("\"backend\": \"sim\""),
                                               HasSubstr("\"checked\": true"), HasSubstr("\"passes\": 10")));
  EXPECT_TRUE(fs::exists(at("t.npy")));
  const auto unchecked =
      run({"--operators", "native", "--iterations", "20", "--json", "-", "--no-check", "--output", "t=" + at("u.npy")});
  EXPECT_EQ(unchecked.exit_code, 0) << unchecked.errors;
  EXPECT_THAT(unchecked.output, testing::AllOf(HasSubstr("\"match\": null"), HasSubstr("\"checked\": false")));
  EXPECT_EQ(runner::read_file(at("u.npy")), runner::read_file(at("t.npy")));
  const auto missing = run({"--backend", "xdma", "--device", "/dev/no_such_xdma", "--output", "t=" + at("v.npy")});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.errors,
              HasSubstr("rtlgen: /dev/no_such_xdma_user does not exist: the XDMA driver is not loaded"));
  EXPECT_FALSE(fs::exists(at("v.npy")));
  EXPECT_EQ(run({"--backend", "xdma", "--dram", "hbm2"}).exit_code, 2) << "a card has the memory that it has";
  EXPECT_EQ(run({"--device", "1"}).exit_code, 2) << "a simulated card has no device";
  EXPECT_EQ(run({"--backend", "opencl"}).exit_code, 2);
  EXPECT_EQ(run({"--xclbin", "heat.xclbin", "--backend", "xdma"}).exit_code, 2) << "of another back end";
  const auto without = run({"--backend", "xrt"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.errors, HasSubstr("name it with --xclbin"));
  const auto path = run({"--backend", "xrt", "--xclbin", "heat.xclbin", "--device", "/dev/xdma0"});
  EXPECT_EQ(path.exit_code, 2);
  EXPECT_THAT(path.errors, HasSubstr("XRT numbers its cards"));
#ifndef RTLGEN_HAVE_XRT
  const auto xrt = run({"--backend", "xrt", "--xclbin", "heat.xclbin"});
  EXPECT_EQ(xrt.exit_code, 3);
  EXPECT_THAT(xrt.errors, HasSubstr("built without XRT"));
#endif
  EXPECT_THAT(run({"--help"}).output,
              testing::AllOf(HasSubstr("Examples:"), HasSubstr("--backend xdma"), HasSubstr("docs/host.md")));
}

/// As the comment at the head of the C example says.
TEST_F(Installed, PkgConfigFindsIt) {
  const auto flags = run_outside({"pkg-config", "--cflags", "--libs", "rtlgen_host"});
  ASSERT_TRUE(flags.ok()) << flags.errors;
  const auto built = run_outside(
      {"sh", "-c", "gcc " + kExamples + "/heat.c -o heat_pc " + flags.output.substr(0, flags.output.find('\n'))});
  EXPECT_TRUE(built.ok()) << built.errors;
}

TEST_F(Installed, OnlyTheInterfaceIsVisible) {
  const auto symbols = run_process({"nm", "-D", "--defined-only", "-C", at("tree/lib/librtlgen_host.so")});
  ASSERT_TRUE(symbols.ok()) << symbols.errors;
  std::istringstream lines(symbols.output);
  int seen = 0;
  for (std::string line; std::getline(lines, line); ++seen) {
    const std::string name = line.substr(19);
    const bool is_public = name.starts_with("rtlgen_host_") || name.find("rtlgen::host::") != std::string::npos;
    EXPECT_TRUE(is_public && name.find("plan::") == std::string::npos && name.find("::Impl") == std::string::npos)
        << name;
  }
  EXPECT_GT(seen, 40);
  for (const auto& entry : fs::directory_iterator(at("tree/include/rtlgen"))) {
    const std::string text = runner::read_file(entry.path());
    for (std::size_t i = text.find("#include \""); i != std::string::npos; i = text.find("#include \"", i + 1)) {
      const std::string name = text.substr(i + 10, text.find('"', i + 10) - i - 10);
      EXPECT_TRUE(fs::exists(entry.path().parent_path() / name)) << entry.path() << " includes " << name;
    }
  }
}

TEST_F(Installed, GeneratingSaysWhatItDoes) {
  EXPECT_THAT(progress_,
              testing::AnyOf(HasSubstr("the card was compiled"), HasSubstr("the card has been compiled before")));
  for (const char* file : {"card.so", "manifest.json", "models/ddr4-2400.txt", "models/hbm2.txt", "models/pcie3x8.txt",
                           "shell/heat_shell.v"}) {
    EXPECT_TRUE(fs::exists(at("heat/" + std::string(file)))) << file;
  }
  // Its own folder is replaced without --force, and so is the card: it belongs to the manifest.
  const auto again = run_process({test::program(), "generate", kExamples + "/heat.yaml", "-o", at("heat"), "--hdl",
                                  "verilog", "--card", "--operators", "native"});
  EXPECT_TRUE(again.ok()) << again.errors;
  EXPECT_THAT(again.errors, HasSubstr("the card has been compiled before"));
  EXPECT_TRUE(fs::exists(at("heat/card.so")));
  EXPECT_THAT(run_process({test::program(), "generate", "--help"}).output, HasSubstr("--card"));
}

TEST_F(Installed, ACardIsMadeWholeOrNotAtAll) {
  const auto bare = run_process(
      {test::program(), "generate", test::source_folder() + "/configs/heat1d.yaml", "-o", at("bare"), "--card"});
  EXPECT_EQ(bare.exit_code, 2);
  EXPECT_THAT(bare.errors, HasSubstr("error[RG0805]: a card needs memory, but the description has no bus"));
  EXPECT_FALSE(fs::exists(at("bare")));
  const auto native =
      run_process({test::program(), "generate", kExamples + "/heat.yaml", "-o", at("bare"), "--operators", "native"});
  EXPECT_EQ(native.exit_code, 2);
  EXPECT_THAT(native.errors, HasSubstr("generate: --operators needs --card"));
  // A missing compiler is reported before anything is written, and existing files stay.
  ProcessOptions poor;
  poor.environment = {{"PATH", at("tree")}};
  const auto failed = run_process(
      {test::program(), "generate", kExamples + "/heat.yaml", "-o", at("heat"), "--card", "--no-cache"}, poor);
  EXPECT_EQ(failed.exit_code, 3) << failed.errors;
  EXPECT_THAT(failed.errors, HasSubstr("verilator"));
  EXPECT_TRUE(fs::exists(at("heat/card.so")));
  // A file of the user's is kept.
  runner::write_file(at("heat/models/mine.yaml"), "x");
  EXPECT_EQ(run_process({test::program(), "generate", kExamples + "/heat.yaml", "-o", at("heat")}).exit_code, 3);
  fs::remove(at("heat/models/mine.yaml"));
}

/// Every model that is written can be simulated with, and memory that is too small is refused beforehand.
TEST_F(Installed, ModelsAreUsed) {
  const std::string manifest = host::read_text(at("heat/manifest.json"));
  std::vector<std::uint64_t> cycles;
  for (const char* part : {"", "ddr3-1600", "ddr4-2133", "ddr4-2400", "hbm2"}) {
    host::SimulatedOptions options = host::simulated_options(manifest);
    if (*part != 0) options.dram = host::read_text(at(fmt::format("heat/models/{}.txt", part)));
    if (*part != 0) options.link = host::read_text(at("heat/models/pcie3x8.txt"));
    auto card = std::make_unique<host::SimulatedCard>(at("heat/card.so"), options);
    host::SimulatedCard& simulated = *card;
    host::Accelerator accelerator(manifest, std::move(card));
    std::vector<float> t(64 * 32, 1.0F);
    t[5] = 3;
    accelerator.load("t", t.data(), t.size() * 4);
    accelerator.run(3);
    accelerator.read("t", t.data(), t.size() * 4);
    EXPECT_EQ(accelerator.counters().passes, 2U) << part;
    EXPECT_LT(t[5], 3.0F);
    EXPECT_EQ(simulated.capacity(0), *part == 0 ? std::uint64_t{1} << 40 : simulated.capacity(0));
    EXPECT_THROW(simulated.capacity(7), host::Error);
    cycles.push_back(accelerator.counters().cycles_busy);
    // A reset of the bus between runs loses registers, but no bytes.
    simulated.reset();
    accelerator.run(2);
    accelerator.read("t", t.data(), t.size() * 4);
  }
  for (std::size_t i = 1; i < cycles.size(); ++i)
    EXPECT_GT(cycles[i], cycles[0]) << "a DRAM takes longer than an ideal memory";
}

}  // namespace
}  // namespace rtlgen::test

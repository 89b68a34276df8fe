// The Avalon modules alone, between a DMA, a BAR and a memory with gaps, and twins that the bench must catch.
#include <gmock/gmock.h>

#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRoot = std::string(RTLGEN_SOURCE_DIR) + "/";

/// What the bench says with one module changed; that of `folder` is found before that of rtl/.
std::string traffic(const std::string& name, int bursts, const std::string& module = "", const std::string& from = "",
                    const std::string& to = "") {
  const std::string folder = fresh_folder(name);
  if (!module.empty()) {
    std::string text = read_text(kRoot + "rtl/" + module + ".v");
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    write_files(folder, {{module + ".v", text}});
  }
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 300;
  // Of a changed module, only what the bench says counts.
  std::vector<std::string> build = {"verilator",
                                    "--cc",
                                    "--exe",
                                    "--build",
                                    module.empty() ? "-Wall" : "-Wno-lint",
                                    "-CFLAGS",
                                    "-O1 -std=c++20",
                                    "-y",
                                    folder,
                                    "-y",
                                    kRoot + "rtl",
                                    "-y",
                                    kRoot + "tests/project",
                                    "--top-module",
                                    "avalon_bench",
                                    "avalon_bench.v",
                                    kRoot + "tests/project/avalon_bench.cpp"};
  const ProcessResult built = run_process(build, options);
  if (!built.ok()) return built.output;
  return run_process({"obj_dir/Vavalon_bench", std::to_string(bursts)}, options).output;
}

TEST(Avalon, EveryByteIsRight) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(traffic("avalon", 30000), StartsWith("ok "));
}

TEST(Avalon, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  const std::string host = "rtlgen_avalon_host", memory = "rtlgen_avalon_memory", registers = "rtlgen_avalon_registers";
  EXPECT_THAT(traffic("avalon_twin_0", 3000, host, "on_page = count > room ? room : count;", "on_page = count;"),
              HasSubstr("crosses a page"));
  EXPECT_THAT(traffic("avalon_twin_2", 3000, memory, "wire want_read = s_arvalid & note_free & fits;",
                      "wire want_read = s_arvalid & note_free;"),
              HasSubstr("is wrong"));
  EXPECT_THAT(traffic("avalon_twin_4", 3000, registers, "s_write & ~busy & ~hold;", "s_write & ~busy;"),
              HasSubstr("a register is written before the data"));
}

/// What agilex_bench says with one module changed. A twin that hangs is caught too.
std::string agilex(const std::string& name, const std::string& module = "", const std::string& from = "",
                   const std::string& to = "") {
  const std::string folder = fresh_folder(name);
  if (!module.empty()) {
    std::string text = read_text(kRoot + "rtl/" + module + ".v");
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    write_files(folder, {{module + ".v", text}});
  }
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 120;
  const ProcessResult built = run_process(
      {"verilator", "--binary", "--timing", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-CFLAGS", "-O1", "-y", folder,
       "-y", kRoot + "rtl", "--top-module", "agilex_bench", kRoot + "tests/project/agilex_bench.sv"},
      options);
  if (!built.ok()) return built.output;
  constexpr int kPatience = 20;
  options.timeout_seconds = kPatience;
  const ProcessResult ran = run_process({"obj_dir/Vagilex_bench"}, options);
  return ran.ok() ? ran.output : "it hangs";
}

TEST(Agilex, RegistersAndRestartsAreRight) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(agilex("agilex"), StartsWith("ok"));
}

TEST(Agilex, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  const std::string narrow = "rtlgen_avalon_narrow", restart = "rtlgen_restart";
  EXPECT_THAT(agilex("agilex_twin_0", narrow, "wire upper = high & (~low | second);", "wire upper = high & second;"),
              HasSubstr("wrong"));
  EXPECT_THAT(agilex("agilex_twin_1", narrow, "wire high = |s_byteenable[7:4];", "wire high = 1'b1;"),
              HasSubstr("a register is read that nobody asked for"));
  EXPECT_THAT(
      agilex("agilex_twin_2", restart, "wire begins = wanted & ready & ~going;", "wire begins = wanted & ~going;"),
      HasSubstr("while none is taken"));
  EXPECT_THAT(agilex("agilex_twin_3", restart, "busy <= (bus & ~was) | wanted | going;", "busy <= going;"),
              HasSubstr("may be used"));
  EXPECT_THAT(agilex("agilex_twin_4", restart, "was <= bus;", "was <= 1'b0;"), HasSubstr("a restart"));
  EXPECT_THAT(agilex("agilex_twin_5", restart, "(req & (clocks != HOLD - ONE[HOLD_LOG2+2:0]));", "1'b0;"),
              HasSubstr("a request is too short"));
}

}  // namespace
}  // namespace rtlgen::test

// Modules of cards alone: hosts of both widths with every size of beat, four channels, two kernels, and twins that the
// benches must catch.
#include <gmock/gmock.h>

#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRtl = std::string(RTLGEN_SOURCE_DIR) + "/rtl/";

/// What the bench says; `folder` may hold a changed module, which is found before that of rtl/.
std::string traffic(const std::string& folder, int host_bits, int bursts) {
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 300;
  const ProcessResult built = run_process(
      {"verilator", "--cc", "--exe", "--build", "-Wall", "-fno-const-bit-op-tree", "-CFLAGS", "-O1 -std=c++20", "-y",
       folder, "-y", kRtl, "-GHOST_BITS=" + std::to_string(host_bits), "--top-module", "rtlgen_axi_host",
       "rtlgen_axi_host.v", std::string(RTLGEN_SOURCE_DIR) + "/tests/project/host_bench.cpp"},
      options);
  if (!built.ok()) return built.output;
  return run_process({"obj_dir/Vrtlgen_axi_host", std::to_string(host_bits / 8), std::to_string(bursts)}, options)
      .output;
}

std::string with(const std::string& name, int host_bits, int bursts, const std::string& from = "",
                 const std::string& to = "") {
  const std::string folder = fresh_folder(name);
  std::string text = read_text(kRtl + "rtlgen_axi_host.v");
  if (!from.empty()) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  write_files(folder, {{"rtlgen_axi_host.v", text}});
  return traffic(folder, host_bits, bursts);
}

TEST(AxiHost, EveryByteIsRight) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(with("axi_host_256", 256, 20000), StartsWith("ok "));
  EXPECT_THAT(with("axi_host_512", 512, 20000), StartsWith("ok "));
}

TEST(AxiHost, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(with("axi_host_twin", 256, 3000, "w_held <= ~(s_wlast | w_after[LANE]);", "w_held <= 1'b0;"),
              HasSubstr("a byte is wrong"));
  EXPECT_THAT(with("axi_host_twin", 256, 3000, "r_next <= r_after[LANE-1:0];", "r_next <= r_at;"),
              HasSubstr("a byte is wrong"));
  EXPECT_THAT(with("axi_host_twin", 256, 3000, ".in_data(s_awid)", ".in_data(~s_awid)"), HasSubstr("a wrong answer"));
}

/// A module of rtl/ and the bench that drives it.
struct Bench {
  std::string module, source;
  std::vector<std::string> parameters;
};
const Bench kSplit = {"rtlgen_axi_split", "split_bench.cpp", {"-GCHANNELS=4", "-GCHANNEL_BITS=12"}};
const Bench kRegisters = {"rtlgen_axil_split", "registers_bench.cpp", {}};

/// What the bench says of its module, changed.
std::string said_of(const Bench& bench, int accesses, const std::string& from = "", const std::string& to = "") {
  const std::string folder = fresh_folder(bench.module + (from.empty() ? "" : "_twin"));
  std::string text = read_text(kRtl + bench.module + ".v");
  if (!from.empty()) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  write_files(folder, {{bench.module + ".v", text}});
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 300;
  std::vector<std::string> command = {
      "verilator",      "--cc", "--exe", "--build", "-Wno-fatal", "-fno-const-bit-op-tree", "-CFLAGS",
      "-O1 -std=c++20", "-y",   folder,  "-y",      kRtl,         "--top-module",           bench.module};
  command.insert(command.end(), bench.parameters.begin(), bench.parameters.end());
  command.insert(command.end(),
                 {bench.module + ".v", std::string(RTLGEN_SOURCE_DIR) + "/tests/project/" + bench.source});
  const ProcessResult built = run_process(command, options);
  if (!built.ok()) return built.output;
  return run_process({"obj_dir/V" + bench.module, std::to_string(accesses)}, options).output;
}

TEST(AxilSplit, EveryAccessIsAnswered) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(said_of(kRegisters, 20000), StartsWith("ok "));
}

TEST(AxilSplit, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(said_of(kRegisters, 3000, "assign s_arready = ~r_on & ~rst;", "assign s_arready = ~r_on;"),
              HasSubstr("it hangs"));
  EXPECT_THAT(
      said_of(kRegisters, 3000, "w_pick <= s_awaddr[OFFSET_BITS+:PICK];", "w_pick <= s_araddr[OFFSET_BITS+:PICK];"),
      HasSubstr("of another kernel"));
}

TEST(AxiSplit, AnswersComeInTheOrderOfBursts) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(said_of(kSplit, 20000), StartsWith("ok "));
}

TEST(AxiSplit, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(said_of(kSplit, 3000, "assign s_bvalid = b_note_valid & m_bvalid[b_pick];",
                      "assign s_bvalid = b_note_valid & |m_bvalid;"),
              HasSubstr("no channel has given"));
  EXPECT_THAT(said_of(kSplit, 3000, "m_rdata[BUS_BITS*r_pick+:BUS_BITS]", "m_rdata[0+:BUS_BITS]"),
              HasSubstr("a word is wrong"));
}

}  // namespace
}  // namespace rtlgen::test

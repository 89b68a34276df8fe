// rtlgen_uart_host on a bad line, and twins that the bench must catch.
#include <gmock/gmock.h>

#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kSource = std::string(RTLGEN_SOURCE_DIR) + "/rtl/rtlgen_uart_host.v";

/// The bench's program with the module changed; what Verilator says where it does not build.
struct Bench {
  std::string folder, faults;

  Bench(const std::string& name, int clocks, int gap, const std::string& from = "", const std::string& to = "")
      : folder(fresh_folder(name)) {
    std::string text = read_text(kSource);
    if (!from.empty()) {
      const std::size_t at = text.find(from);
      EXPECT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    }
    write_files(folder, {{"rtlgen_uart_host.v", text}});
    const std::string source = RTLGEN_SOURCE_DIR;
    const ProcessResult built =
        run({"verilator", "--cc", "--exe", "--build", "-Wall", "-fno-const-bit-op-tree", "-CFLAGS", "-O1 -std=c++20",
             "-y", folder, "-y", source + "/rtl", "-GCLOCKS_PER_BIT=" + std::to_string(clocks),
             "-GGAP_LOG2=" + std::to_string(gap), "-GMOST_LOG2=6", "--top-module", "rtlgen_uart_host",
             "rtlgen_uart_host.v", source + "/tests/project/uart_bench.cpp"});
    if (!built.ok()) faults = built.output;
  }
  /// Of so many frames, the line so many per cent slower than the module's.
  [[nodiscard]] std::string said(int clocks, int skew, int frames) const {
    return faults.empty() ? run({"obj_dir/Vrtlgen_uart_host", std::to_string(clocks), std::to_string(skew),
                                 std::to_string(frames)})
                                .output
                          : faults;
  }

 private:
  [[nodiscard]] ProcessResult run(const std::vector<std::string>& command) const {
    ProcessOptions options;
    options.working_directory = folder;
    options.merge_stderr = true;
    options.timeout_seconds = 300;
    return run_process(command, options);
  }
};

TEST(UartHost, NothingWrongComesThrough) {
  RTLGEN_NEED_TOOLS();
  const Bench bench("uart_host", 8, 9);
  EXPECT_THAT(bench.said(8, 0, 6000), StartsWith("ok 6000 "));
  // The host's clock may differ.
  for (const int skew : {-3, 3}) EXPECT_THAT(bench.said(8, skew, 500), StartsWith("ok 500 ")) << skew;
}

TEST(UartHost, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  const auto twin = [](const char* from, const char* to) {
    return Bench("uart_host_twin", 4, 8, from, to).said(4, 0, 3000);
  };
  EXPECT_THAT(twin("if (crc != RESIDUE) begin", "if (crc != RESIDUE && crc[0]) begin"),
              AnyOf(HasSubstr("is wrong"), HasSubstr("status"), HasSubstr("another frame"), HasSubstr("accessed")));
  EXPECT_THAT(twin("wire again = known & last_tag == tag;", "wire again = 1'b0 & known & last_tag == tag;"),
              HasSubstr("a register is accessed twice"));
  EXPECT_THAT(twin("if (silence) state <= ANSWER;", "state <= ANSWER;"),
              AnyOf(HasSubstr("answer"), HasSubstr("hangs")));
}

/// A frame is kept in one memory.
TEST(UartHost, OtherToolsReadIt) {
  RTLGEN_NEED_TOOLS();
  const std::string rtl = std::string(RTLGEN_SOURCE_DIR) + "/rtl";
  // No output: Icarus makes what it writes executable, and that would be /dev/null.
  const ProcessResult icarus = run_process({"iverilog", "-g2005", "-Wall", "-t", "null", "-y", rtl, kSource});
  EXPECT_TRUE(icarus.ok());
  EXPECT_EQ(icarus.output + icarus.errors, "");
  EXPECT_FALSE(
      run_process({"iverilog", "-g2005", "-Prtlgen_uart_host.CLOCKS_PER_BIT=3", "-t", "null", "-y", rtl, kSource}).ok())
      << "the guard";
  const ProcessResult yosys = run_process({"yosys", "-p",
                                           "read_verilog " + kSource + " " + rtl +
                                               "/rtlgen_sync.v; prep -top rtlgen_uart_host; check -assert; "
                                               "memory_collect; select -assert-count 1 t:$mem_v2"});
  EXPECT_TRUE(yosys.ok()) << yosys.output << yosys.errors;
}

}  // namespace
}  // namespace rtlgen::test

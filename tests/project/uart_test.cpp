// rtlgen_uart_host on a bad line, and faults that the bench must find.
#include <gmock/gmock.h>

#include "bench.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kSource = test::source_folder() + "/rtl/rtlgen_uart_host.v";

TEST(UartHost, NothingWrongComesThroughAndFaultsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string module = "rtlgen_uart_host";
  const std::vector<Fault> faults = {
      {module + ".v", "if (", "crc != RESIDUE", "crc != RESIDUE && crc[0]", ") begin", "", ""},
      {module + ".v", "wire again = ", "known & last_tag == tag", "1'b0", ";", "a register is accessed twice", ""},
      {module + ".v", "if (", "silence", "1'b1", ") state <= ANSWER;", "", ""}};
  const Bench bench(module,
                    {"--cc", "--exe", "-GCLOCKS_PER_BIT=8", "-GGAP_LOG2=9", "-GMOST_LOG2=6", "--top-module", module,
                     module + ".v", test::source_folder() + "/tests/project/uart_bench.cpp"},
                    faults, module);
  // The verdict on so many frames, with the line so many per cent slower than the module's.
  const auto verdict = [&](std::size_t fault, const char* skew, const char* frames) {
    return bench.verdict(fault, {"obj_dir/Vrtlgen_uart_host", "8", skew, frames});
  };
  EXPECT_THAT(verdict(0, "0", "6000"), StartsWith("ok 6000 "));
  // The host's clock may differ.
  for (const char* skew : {"-3", "3"}) EXPECT_THAT(verdict(0, skew, "500"), StartsWith("ok 500 ")) << skew;
  EXPECT_THAT(verdict(1, "0", "3000"),
              AnyOf(HasSubstr("is wrong"), HasSubstr("status"), HasSubstr("another frame"), HasSubstr("accessed")));
  EXPECT_THAT(verdict(2, "0", "3000"), HasSubstr(faults[1].verdict));
  EXPECT_THAT(verdict(3, "0", "3000"), AnyOf(HasSubstr("answer"), HasSubstr("hangs")));
}

/// A frame is kept in one memory.
TEST(UartHost, OtherToolsReadIt) {
  RTLGEN_NEED_TOOLS();
  const std::string rtl = test::source_folder() + "/rtl";
  // No output: Icarus makes what it writes executable, and that would be /dev/null.
  const ProcessResult icarus = run_process({"iverilog", "-g2005", "-Wall", "-t", "null", "-y", rtl, kSource});
  EXPECT_TRUE(icarus.ok());
  EXPECT_EQ(icarus.output + icarus.errors, "");
  EXPECT_FALSE(
      run_process({"iverilog", "-g2005", "-Prtlgen_uart_host.CLOCKS_PER_BIT=3", "-t", "null", "-y", rtl, kSource}).ok())
      << "the guard";
  std::string script = "read_verilog " + kSource;
  for (const char* leaf : {"sync", "uart_line", "crc32"}) script += " " + rtl + "/rtlgen_" + leaf + ".v";
  script += "; prep -top rtlgen_uart_host; check -assert; memory_collect; select -assert-count 1 t:$mem_v2";
  const ProcessResult yosys = run_process({"yosys", "-p", script});
  EXPECT_TRUE(yosys.ok()) << yosys.output << yosys.errors;
}

}  // namespace
}  // namespace rtlgen::test

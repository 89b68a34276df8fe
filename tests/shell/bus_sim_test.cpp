// The bus side of the shell in Verilator: random traffic at several widths, the AXI checker's own
// rules, and twins that the bench must catch.
#include "shell_tools.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;

struct Shape {
  int bus_bits = 64;
  int burst_beats = 16;
  int depth_log2 = 5;
  int group = 0;
};

/// What the bench says; `folder` may hold a broken module, which is found before that of rtl/.
std::string traffic(const std::string& folder, const Shape& shape, int scenarios,
                    const std::string& warnings = "-Wall") {
  const auto parameter = [](const std::string& name, int value) { return "-G" + name + "=" + std::to_string(value); };
  const ProcessResult built = run(folder, {"verilator",
                                           "--cc",
                                           "--exe",
                                           "--build",
                                           warnings,
                                           "-CFLAGS",
                                           "-O0 -std=c++20",
                                           "-y",
                                           folder,
                                           "-y",
                                           kRtl,
                                           "-y",
                                           kSim,
                                           "--top-module",
                                           "bus_system",
                                           parameter("BUS_BITS", shape.bus_bits),
                                           parameter("BURST_BEATS", shape.burst_beats),
                                           parameter("DEPTH_LOG2", shape.depth_log2),
                                           parameter("GROUP", shape.group),
                                           kHere + "bus_system.v",
                                           kHere + "bus_bench.cpp"});
  if (!built.ok()) return built.output;
  return run(folder, {"obj_dir/Vbus_system", std::to_string(shape.bus_bits / 8), std::to_string(shape.burst_beats),
                      std::to_string(scenarios)})
      .output;
}

TEST(BusSimulation, EveryBeatIsRightAtEveryWidth) {
  RTLGEN_NEED_TOOLS();
  for (const Shape& shape : {Shape{64, 16, 5, 0}, Shape{512, 64, 7, 4}, Shape{1024, 256, 7, 0}}) {
    const std::string name = std::to_string(shape.bus_bits);
    const std::string answer = traffic(test::fresh_folder("bus_" + name), shape, 120);
    long beats = 0;
    int each = 0;
    double percent = 0;
    ASSERT_EQ(std::sscanf(answer.c_str(), "ok %ld %d %lf", &beats, &each, &percent), 3) << answer;
    EXPECT_GT(beats, 100000);
    EXPECT_EQ(each, 20) << "scenarios with each event";
    EXPECT_GT(percent, 95) << "of a beat a cycle in each direction, start and bank changes included";
  }
}

TEST(BusSimulation, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  const std::vector<std::pair<Twin, std::string>> twins = {
      {{"rtlgen_axi_write", "(in_valid | halt)", "in_valid & ~halt"}, "not idle after a stop"},
      {{"rtlgen_axi_write", "beat == sending[7:0]", "beat == 8'd3"}, "AXI rule 51"},
      {{"rtlgen_bank", "rd_dat_error <= |m_axi_rresp", "rd_dat_error <= 1'b0"}, "not reported"},
  };
  for (const auto& [twin, answer] : twins) {
    const std::string folder = test::fresh_folder("bus_broken");
    broken(folder, twin);
    EXPECT_THAT(traffic(folder, Shape{}, 12, "-Wno-fatal"), HasSubstr(answer)) << twin.to;
  }
}

TEST(AxiChecker, EveryRuleFires) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("axi_checker");
  const ProcessResult built =
      run(folder, {"verilator", "--cc", "--exe", "--build", "-Wall", "-CFLAGS", "-O0 -std=c++20", "-GADDR_BITS=32",
                   "-GBUS_BITS=32", "-GOUTSTANDING=2", "-GPATIENCE=8", "-GQUIET=1", kSim + "axi_checker.v",
                   kHere + "checker_bench.cpp"});
  ASSERT_TRUE(built.ok()) << built.output;
  EXPECT_EQ(run(folder, {"obj_dir/Vaxi_checker"}).output, "ok 50\n");
}

}  // namespace
}  // namespace rtlgen::shell_test

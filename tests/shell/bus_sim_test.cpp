// The bus side of the shell in Verilator: random traffic at several widths, the AXI checker's own
// rules, and mutants that the bench must catch.
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

/// Compiles the bench in `folder`; modules there are found before those of rtl/. "" or the messages of the tools.
std::string compiled(const std::string& folder, const Shape& shape, const std::string& warnings = "-Wall") {
  const auto parameter = [](const std::string& name, int value) { return "-G" + name + "=" + std::to_string(value); };
  const ProcessResult built = run(
      folder,
      test::verilator_program({warnings, "-CFLAGS", "-std=c++20", "-y", folder, "-y", kRtl, "-y", kSim, "--top-module",
                               "bus_system", parameter("BUS_BITS", shape.bus_bits),
                               parameter("BURST_BEATS", shape.burst_beats), parameter("DEPTH_LOG2", shape.depth_log2),
                               parameter("GROUP", shape.group), kHere + "bus_system.v", kHere + "bus_bench.cpp"}));
  return built.ok() ? "" : built.output;
}

/// The output of the compiled bench, with mutant `mutant` in force; 0: none.
std::string traffic(const std::string& folder, const Shape& shape, int scenarios, std::size_t mutant = 0) {
  return run(folder, {"obj_dir/Vbus_system", std::to_string(shape.bus_bits / 8), std::to_string(shape.burst_beats),
                      std::to_string(scenarios), "+mutant=" + std::to_string(mutant)})
      .output;
}

TEST(BusSimulation, EveryBeatIsRightAtEveryWidth) {
  RTLGEN_NEED_TOOLS();
  for (const Shape& shape : {Shape{64, 16, 5, 0}, Shape{512, 64, 7, 4}, Shape{1024, 256, 7, 0}}) {
    const std::string folder = test::fresh_folder("bus_" + std::to_string(shape.bus_bits));
    ASSERT_EQ(compiled(folder, shape), "");
    const std::string result = traffic(folder, shape, 120);
    long beats = 0;
    int each = 0;
    double percent = 0;
    ASSERT_EQ(std::sscanf(result.c_str(), "ok %ld %d %lf", &beats, &each, &percent), 3) << result;
    EXPECT_GT(beats, 100000);
    EXPECT_EQ(each, 20) << "scenarios with each event";
    EXPECT_GT(percent, 95) << "of one beat per cycle in each direction, start and bank changes included";
  }
}

/// All mutants are in one model; an argument of its run says which one is in force.
TEST(BusSimulation, MutantsAreCaught) {
  RTLGEN_NEED_TOOLS();
  struct Mutant {
    std::string module, from, to, caught;
  };
  const std::vector<Mutant> mutants = {
      {"rtlgen_axi_write", "(in_valid | halt)", "(in_valid & ~halt)", "not idle after a stop"},
      {"rtlgen_axi_write", "beat == sending[7:0]", "beat == 8'd3", "AXI rule 51"},
      {"rtlgen_bank", "|m_axi_rresp", "1'b0", "not reported"},
  };
  const std::string folder = test::fresh_folder("bus_mutants");
  for (const std::string module : {"rtlgen_axi_write", "rtlgen_bank"}) {
    std::string text = test::read_text(kRtl + module + ".v");
    for (std::size_t n = 0; n < mutants.size(); ++n) {
      const Mutant& m = mutants[n];
      if (m.module != module) continue;
      const std::size_t at = text.find(m.from);
      ASSERT_NE(at, std::string::npos) << m.from;
      text.replace(at, m.from.size(), "(mutant == " + std::to_string(n + 1) + " ? " + m.to + " : (" + m.from + "))");
    }
    const std::size_t body = text.find(");", text.find("\n) (")) + 2;
    test::write_files(
        folder,
        {{module + ".v",
          text.insert(
              body, "\n  integer mutant = 0;\n  initial if (!$value$plusargs(\"mutant=%d\", mutant)) mutant = 0;\n")}});
  }
  ASSERT_EQ(compiled(folder, Shape{}, "-Wno-fatal"), "");
  EXPECT_THAT(traffic(folder, Shape{}, 12), HasSubstr("ok ")) << "no mutant";
  for (std::size_t n = 0; n < mutants.size(); ++n)
    EXPECT_THAT(traffic(folder, Shape{}, 12, n + 1), HasSubstr(mutants[n].caught)) << mutants[n].to;
}

TEST(AxiChecker, EveryRuleFires) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("axi_checker");
  const ProcessResult built = run(
      folder,
      test::verilator_program({"-Wall", "-CFLAGS", "-std=c++20", "-GADDR_BITS=32", "-GBUS_BITS=32", "-GOUTSTANDING=2",
                               "-GPATIENCE=8", "-GQUIET=1", kSim + "axi_checker.v", kHere + "checker_bench.cpp"}));
  ASSERT_TRUE(built.ok()) << built.output;
  EXPECT_EQ(run(folder, {"obj_dir/Vaxi_checker"}).output, "ok 50\n");
}

}  // namespace
}  // namespace rtlgen::shell_test

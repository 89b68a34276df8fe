// The hand-written leaves in three simulators: random traffic, every small depth, both languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRtl = test::source_folder() + "/rtl/";
const std::string kHere = test::source_folder() + "/tests/rtl/";

ProcessResult run(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 300;
  options.merge_stderr = true;
  return run_process(command, options);
}

/// A copy of `file` in `folder` with the first `from` replaced, for mutants that must fail.
std::string mutated(const std::string& folder, const std::string& file, const std::string& from,
                    const std::string& to) {
  std::string text = test::read_text(kRtl + file);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  test::write_files(folder, {{file, text}});
  return folder + "/" + file;
}

std::string verilated_sweep(const std::string& folder, const std::string& fifo) {
  const ProcessResult built =
      run(folder, test::verilator_program(
                      {"-Wall", "--top-module", "fifo_sweep", kHere + "fifo_sweep.v", fifo, kHere + "fifo_sweep.cpp"}));
  if (!built.ok()) return built.output;
  return run(folder, {"obj_dir/Vfifo_sweep"}).output;
}

TEST(LeafSimulation, FifosAgainstDequesInVerilator) {
  RTLGEN_NEED_TOOLS();
  const std::string result = verilated_sweep(test::fresh_folder("fifo_sweep"), kRtl + "rtlgen_fifo.v");
  EXPECT_THAT(result, StartsWith("ok "));
  long words = 0;
  long longest = 0;
  ASSERT_EQ(std::sscanf(result.c_str(), "ok %ld %ld", &words, &longest), 2) << result;
  EXPECT_GT(words, 100000);
  EXPECT_GT(longest, 4000) << "a FIFO of depth 8 should pass a word every clock";
}

TEST(LeafSimulation, TheSweepNoticesABrokenFifo) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("fifo_sweep_broken");
  const std::string broken = mutated(folder, "rtlgen_fifo.v", "(~out_valid | out_ready)", "(~out_valid | ~out_ready)");
  EXPECT_THAT(verilated_sweep(folder, broken), HasSubstr("unexpected word"));
}

std::string icarus_loop(const std::string& folder, const std::string& credit, int width, int depth, int credits) {
  const auto parameter = [](const std::string& name, int value) {
    return "-Ploop_bench." + name + "=" + std::to_string(value);
  };
  const ProcessResult built =
      run(folder, {"iverilog", "-g2005", "-o", "bench", parameter("WIDTH", width), parameter("DEPTH", depth),
                   parameter("CREDITS", credits), kHere + "loop_bench.v", kRtl + "rtlgen_fifo.v", credit});
  if (!built.ok()) return built.output;
  return run(folder, {"vvp", "-n", "bench"}).output;
}

TEST(LeafSimulation, CreditLoopInIcarusShowsNoUnknowns) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("loop_icarus");
  for (const int depth : {1, 2, 3, 4, 7, 16}) {
    for (const int width : {1, 12}) {
      EXPECT_THAT(icarus_loop(folder, kRtl + "rtlgen_credit.v", width, depth, depth), StartsWith("PASS"))
          << "depth " << depth << " width " << width;
    }
  }
  EXPECT_THAT(icarus_loop(folder, kRtl + "rtlgen_credit.v", 12, 3, 6), HasSubstr("overflow"));
  const std::string broken = mutated(folder, "rtlgen_credit.v", "available <= 1'b1;\n    end else if (take",
                                     "available <= 1'b0;\n    end else if (take");
  EXPECT_THAT(icarus_loop(folder, broken, 12, 3, 3), HasSubstr("too few words"));
}

std::string ghdl_loop(const std::string& folder, const std::string& standard, int width, int depth, int credits) {
  const ProcessResult result =
      run(folder, {"ghdl", "-r", "--std=" + standard, "--workdir=work" + standard, "loop_bench",
                   "-gWIDTH=" + std::to_string(width), "-gDEPTH=" + std::to_string(depth),
                   "-gCREDITS=" + std::to_string(credits)});
  return (result.ok() ? "" : "failed: ") + result.output;
}

TEST(LeafSimulation, CreditLoopInGhdlShowsNoUnknownsAndNoWarnings) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("loop_ghdl");
  for (const std::string standard : {"93", "08"}) {
    ASSERT_EQ(test::ghdl_analyse(folder,
                                 {kRtl + "rtlgen_pkg.vhd", kRtl + "rtlgen_fifo.vhd", kRtl + "rtlgen_credit.vhd",
                                  kHere + "loop_bench.vhd"},
                                 standard),
              "");
    ASSERT_TRUE(run(folder, {"ghdl", "-e", "--std=" + standard, "--workdir=work" + standard, "loop_bench"}).ok());
    for (const int depth : {1, 2, 3, 4, 7, 16}) {
      for (const int width : {1, 12}) {
        const std::string result = ghdl_loop(folder, standard, width, depth, depth);
        EXPECT_THAT(result, HasSubstr("PASS")) << "depth " << depth << " width " << width;
      }
    }
    EXPECT_THAT(ghdl_loop(folder, standard, 12, 3, 6), HasSubstr("overflow"));
  }
}

TEST(LeafSimulation, BadParametersAreRefusedByEveryTool) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("leaf_guards");
  for (const auto& [leaf, parameter] : {std::pair<std::string, std::string>{"rtlgen_fifo", "DEPTH"},
                                        {"rtlgen_fifo", "WIDTH"},
                                        {"rtlgen_credit", "CREDITS"}}) {
    const std::string file = kRtl + leaf + ".v";
    for (const bool good : {true, false}) {
      const std::string value = good ? "5" : "0";
      EXPECT_EQ(run(folder, {"verilator", "--lint-only", "-Wall", "-G" + parameter + "=" + value, file}).ok(), good)
          << leaf << " " << parameter;
      EXPECT_EQ(
          run(folder, {"iverilog", "-g2005", "-t", "null", "-P" + leaf + "." + parameter + "=" + value, file}).ok(),
          good)
          << leaf << " " << parameter;
      EXPECT_EQ(run(folder, {"yosys", "-q", "-p",
                             "read_verilog " + file + "; chparam -set " + parameter + " " + value + " " + leaf +
                                 "; hierarchy -check -top " + leaf})
                    .ok(),
                good)
          << leaf << " " << parameter;
    }
  }
}

TEST(Leaves, DescriptorsMatchTheFiles) {
  for (const hw::Leaf* leaf : hw::all_leaves()) {
    const std::string verilog = test::read_text(kRtl + leaf->name + ".v");
    const std::string vhdl = test::read_text(kRtl + leaf->name + ".vhd");
    EXPECT_EQ(hw::find_leaf(leaf->name), leaf);
    std::size_t ports = leaf->uses_reset ? 2 : 1;
    for (const hw::LeafPort& port : leaf->ports) {
      const std::string direction = port.is_input ? "input " : "output ";
      bool found = false;
      std::size_t at = 0;
      while (!found && (at = verilog.find("\n  " + direction, at)) != std::string::npos) {
        const std::string line = verilog.substr(at + 1, verilog.find('\n', at + 1) - at - 1);
        const bool vector = line.find('[') != std::string::npos;
        const std::string name = line.substr(line.find_last_of(' ') + 1);
        found = name == port.name || name == port.name + ",";
        if (found) {
          const bool fixed = port.width_parameter.empty();
          EXPECT_EQ(vector, !fixed || port.width > 1) << line;
          const std::string range =
              fixed ? "[" + std::to_string(port.width - 1) + ":0]" : "[" + port.width_parameter + "-1:0]";
          EXPECT_TRUE(!vector || line.find(range) != std::string::npos) << line;
        }
        ++at;
      }
      EXPECT_TRUE(found) << leaf->name << "." << port.name;
      EXPECT_NE(vhdl.find("    " + port.name), std::string::npos) << port.name;
      ++ports;
    }
    std::size_t declared = 0;
    for (const char* direction : {"\n  input ", "\n  output "}) {
      for (std::size_t at = 0; (at = verilog.find(direction, at)) != std::string::npos; ++at) {
        ++declared;
      }
    }
    EXPECT_EQ(declared, ports) << leaf->name;
  }
  EXPECT_EQ(hw::find_leaf("rtlgen_nothing"), nullptr);
}

}  // namespace
}  // namespace rtlgen

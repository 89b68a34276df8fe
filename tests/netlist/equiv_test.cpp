// A netlist in VHDL means what it means in Verilog: Yosys proves it, by way of GHDL's synthesis.
#include <gtest/gtest.h>

#include "emit/file.hpp"
#include "emit/leaf_sources.hpp"
#include "netlist/print.hpp"
#include "sample.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::netlist_test {
namespace {

/// What stands for the foreign module.
const char* const kForeign =
    "module foreign_ip #(parameter MODE = 0) (input wire clk, input wire [3:0] in, output reg [2:0] pair);\n"
    "  always @(posedge clk) pair <= in[2:0] + {2'd0, in[3]} + MODE[2:0];\n"
    "endmodule\n";

/// What GHDL synthesises of a module, without its empty modules for components, and with names that are words of VHDL
/// as Verilog has them.
std::string without_components(std::string verilog, const std::vector<std::string>& components) {
  for (const std::string& name : components) {
    const std::size_t begin = verilog.find("module " + name + "\n"), end = verilog.find("endmodule\n", begin);
    EXPECT_NE(begin, std::string::npos) << name;
    if (begin != std::string::npos) verilog.erase(begin, end + 10 - begin);
  }
  std::erase(verilog, '\\');
  return verilog;
}

/// The sample with its modules as one, into `output`; resets without a clock as gates, as Yosys has no proof about
/// them.
void flatten(const std::string& folder, const std::string& sample, const std::string& output) {
  ProcessOptions options;
  options.working_directory = folder;
  const ProcessResult yosys =
      run_process({"yosys", "-q", "-p",
                   "read_verilog " + sample +
                       " foreign_ip.v rtlgen_sync.v rtlgen_count.v; hierarchy -check -top sample; "
                       "proc; flatten; async2sync; opt_clean; write_verilog -noattr " +
                       output},
                  options);
  EXPECT_TRUE(yosys.ok()) << yosys.output << yosys.errors;
}

/// Both languages of a module, the VHDL by way of GHDL's synthesis into from_vhdl.v; what Yosys says against their
/// equality.
std::string difference(const netlist::Module& in_verilog, const netlist::Module& in_vhdl, const std::string& folder) {
  const std::vector<std::string> components = {"foreign_ip", "rtlgen_count", "rtlgen_sync"};
  std::vector<emit::File> files = {
      {"sample.v", netlist::verilog(in_verilog)}, {"foreign_ip.v", kForeign}, {"sample.vhd", netlist::vhdl(in_vhdl)}};
  for (const char* leaf : {"rtlgen_sync.v", "rtlgen_count.v", "rtlgen_pkg.vhd"})
    files.push_back({leaf, std::string(emit::leaf_source(leaf))});
  test::write_files(folder, files);
  for (const char* standard : {"93", "08"})
    EXPECT_EQ(test::ghdl_analyse(folder, {"rtlgen_pkg.vhd", "sample.vhd"}, standard), "");
  EXPECT_EQ(test::ghdl_synthesise(folder, "sample", "08", "synthesised.v"), "");
  test::write_files(folder,
                    {{"from_vhdl.v", without_components(test::read_text(folder + "/synthesised.v"), components)}});
  const std::vector<std::string> gold = {"sample.v", "foreign_ip.v", "rtlgen_sync.v", "rtlgen_count.v"};
  EXPECT_EQ(test::verilator_lint(folder, gold, "sample"), "");
  EXPECT_EQ(test::icarus_compile(folder, gold, "sample"), "");
  flatten(folder, "sample.v", "gold.v");
  flatten(folder, "from_vhdl.v", "gate.v");
  return test::yosys_equivalent(folder, {"gold.v"}, {"gate.v"}, "sample");
}

TEST(Equivalence, BothLanguagesAreTheSameCircuit) {
  RTLGEN_NEED_TOOLS();
  const netlist::Module module = sample(false);
  EXPECT_EQ(difference(module, module, test::fresh_folder("netlist_equiv")), "");
}

TEST(Equivalence, AnotherCircuitIsNotTheSame) {
  RTLGEN_NEED_TOOLS();
  netlist::Module other = sample(false);
  std::get<netlist::Assign>(other.parts[1].items.back()).value = netlist::net("count") + netlist::hex(8, 0x1e);
  EXPECT_NE(difference(sample(false), other, test::fresh_folder("netlist_other")), "");
}

TEST(Equivalence, PinsOfBothDirectionsAreVhdlToo) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("netlist_pins");
  test::write_files(folder, {{"sample.vhd", netlist::vhdl(sample())},
                             {"rtlgen_pkg.vhd", std::string(emit::leaf_source("rtlgen_pkg.vhd"))}});
  for (const char* standard : {"93", "08"})
    EXPECT_EQ(test::ghdl_analyse(folder, {"rtlgen_pkg.vhd", "sample.vhd"}, standard), "");
}

}  // namespace
}  // namespace rtlgen::netlist_test

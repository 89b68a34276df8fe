// rtlgen_walk, rtlgen_unpack and rtlgen_pack against the brute force of reference.hpp, with every small shape and
// random larger ones; and mutants of each, which the same bench must catch.
//
// All parameter sets are slots of one top (slot.v), those of the mutants with all mutants in them, so that Verilator
// compiles once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "design.hpp"
#include "kept_run.hpp"
#include "mutants.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::walk_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRoot = test::source_folder();
const std::string kHere = kRoot + "/tests/walk/";

ProcessResult run(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 400;
  options.merge_stderr = true;
  return run_process(command, options);
}

/// The parameter sets of the mutants, each once.
const std::vector<Design>& mutant_designs() {
  static const std::vector<Design> list = [] {
    std::vector<Design> designs;
    for (const Mutant& m : kMutants) {
      const auto same = [&](const Design& d) { return parameters(d) == parameters(m.design); };
      if (std::none_of(designs.begin(), designs.end(), same)) designs.push_back(m.design);
    }
    return designs;
  }();
  return list;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// All modules of a slot in one text, every module under a name of its own; `broken`: with all mutants.
std::string modules(const std::string& prefix, bool broken) {
  std::string all;
  for (const std::string name :
       {"rtlgen_axis", "rtlgen_frame", "rtlgen_walk", "rtlgen_unpack", "rtlgen_pack", "slot"}) {
    std::string text = test::read_text((name == "slot" ? kHere : kRoot + "/rtl/") + name + ".v");
    for (std::size_t n = 0; broken && n < kMutants.size(); ++n) {
      const Mutant& m = kMutants[n];
      if (m.file != name) continue;
      const std::size_t at = text.find(m.from);
      EXPECT_NE(at, std::string::npos) << m.file << " has no " << m.from;
      if (at != std::string::npos)
        text.replace(at, m.from.size(),
                     replaced(m.to, "MUTANT", "(geometry_bench.mutant == 8'd" + std::to_string(n + 1) + ")"));
    }
    all += text;
  }
  return replaced(all, "rtlgen_", prefix);
}

/// The ports of slot.v, which are those of the top too.
std::string port_list() {
  const std::string text = test::read_text(kHere + "slot.v");
  const std::size_t from = text.find(") (\n") + 4;
  return text.substr(from, text.find("\n);", from) - from);
}

/// Verilator looks at everything behind an input in every cycle, so a slot has registers before its ports: those that
/// change in a run (these) are clocked by `drive`, the configuration by `load`, of the selected slot only.
const std::set<std::string> kLive = {"rst", "start", "stop", "rows_committed", "in_valid", "in_data", "out_ready"};
const std::set<std::string> kOutputs = {"done", "in_ready", "out_valid", "out_data"};

std::string instance(const Design& d, const std::string& prefix, std::size_t index) {
  const std::string n = std::to_string(index);
  std::string text =
      "  wire clk_" + n + " = clk & (select == " + n + ");\n  wire load_" + n + " = load & (select == " + n + ");\n";
  text += "  wire drive_" + n + " = drive & (select == " + n + ");\n";
  std::string ports = ".clk(clk_" + n + ")";
  std::istringstream stream(replaced(port_list(), ",", " "));
  std::string width;
  for (std::string word; stream >> word;) {
    if (word == "input" || word == "output") width = "";
    if (word[0] == '[') width = word + " ";
    if (word == "input" || word == "output" || word == "wire" || word[0] == '[' || word == "clk") continue;
    std::string signal = word;
    if (kOutputs.contains(word)) {
      signal = word + "_of[" + n + "]";
    } else {
      const std::string clock = kLive.contains(word) ? "drive_" : "load_";
      signal = word + "_" + n;
      text += "  reg " + width + signal + ";\n  always @(posedge " + clock + n + ") " + signal + " <= " + word + ";\n";
    }
    ports += ", ." + word + "(" + signal + ")";
  }
  text += "  " + prefix + "slot #(";
  std::string separator;
  for (const auto& [name, value] : parameters(d)) {
    text += separator + "." + name + "(" + std::to_string(value) + ")";
    separator = ", ";
  }
  return text + ") u_" + n + " (" + ports + ");\n";
}

/// All designs in one top, those of the mutants last.
struct Top {
  std::string folder;
  std::string fault;  ///< Verilator's message
  std::size_t mutants_at = 0;
};

Top compiled() {
  Top t{test::fresh_folder("geometry"), "", 0};
  std::string slots;
  std::size_t index = 0;
  for (const auto* list : {&walks(), &streams()}) {
    for (const Design& d : *list) slots += instance(d, "rtlgen_", index++);
  }
  t.mutants_at = index;
  for (const Design& d : mutant_designs()) slots += instance(d, "broken_", index++);
  std::string text = modules("rtlgen_", false) + modules("broken_", true);
  const std::string count = std::to_string(index - 1);
  text +=
      "module geometry_bench (\n  input wire [7:0] select, input wire [7:0] mutant, input wire load, input wire "
      "drive,\n" +
      port_list() + "\n);\n  wire done_of [0:" + count + "];\n  wire in_ready_of [0:" + count +
      "];\n  wire out_valid_of [0:" + count + "];\n  wire [255:0] out_data_of [0:" + count +
      "];\n  assign done = done_of[select];\n  assign in_ready = in_ready_of[select];\n" +
      "  assign out_valid = out_valid_of[select];\n  assign out_data = out_data_of[select];\n" + slots + "endmodule\n";
  test::write_files(t.folder, {{"top.v", text}});
  const ProcessResult built = run(
      t.folder, test::verilator_program({"-O3", "-Wno-fatal", "-Wno-lint", "--top-module", "geometry_bench", "-CFLAGS",
                                         "-std=c++20 -I" + kHere + " -I" + kRoot + "/gen", "top.v",
                                         kHere + "bench_main.cpp", kHere + "walk_bench.cpp", kHere + "words_bench.cpp",
                                         kHere + "reference.cpp", kRoot + "/gen/contract/geometry.cpp"}));
  if (!built.ok()) t.fault = built.output;
  return t;
}

const Top& top() {
  static const Top built = compiled();
  return built;
}

/// The output of the bench; `mutant` 0: none.
std::string sweep(const Design& d, std::size_t index, int most, int random, std::size_t mutant = 0) {
  std::vector<std::string> command = {"obj_dir/Vgeometry_bench", std::to_string(index)};
  for (const auto& [name, value] : parameters(d)) command.push_back(std::to_string(value));
  for (const std::size_t value : {static_cast<std::size_t>(most), static_cast<std::size_t>(random), mutant})
    command.push_back(std::to_string(value));
  return run(top().folder, command).output;
}

std::string name_of(const Design& d) {
  std::string text;
  for (const auto& [name, value] : parameters(d)) text += std::string(name) + " " + std::to_string(value) + " ";
  return text;
}

TEST(Geometry, WalksGiveEverySegmentOnce) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  std::size_t index = 0;
  for (const Design& d : walks()) {
    const std::string verdict = sweep(d, index++, d.axes == 3 ? 4 : 9, 30);
    EXPECT_THAT(verdict, StartsWith("ok ")) << name_of(d);
    std::fprintf(stderr, "%s: %s", name_of(d).c_str(), verdict.c_str());
  }
}

TEST(Geometry, WordsAndBeatsAreThoseOfTheDefinition) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  std::size_t index = walks().size();
  for (const Design& d : streams()) {
    const std::string verdict = sweep(d, index++, d.axes == 3 || d.word_bits == 1 ? 3 : 5, 15);
    EXPECT_THAT(verdict, StartsWith("ok ")) << name_of(d);
    std::fprintf(stderr, "%s: %s", name_of(d).c_str(), verdict.c_str());
  }
}

TEST(Geometry, EveryToolReadsTheModules) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("geometry_lint");
  std::vector<Design> designs = {walk(3, "bx by"),
                                 walk(3, "bx by write"),
                                 walk(3, "bx by wx wy wz"),
                                 walk(2, "constant"),
                                 walk(1, "wx"),
                                 unpack(3, "bx by", 512, 80),
                                 unpack(1, "", 64, 1000),
                                 unpack(2, "bx wy", 64, 64),
                                 pack(3, "bx by", 512, 80),
                                 pack(1, "", 64, 1000),
                                 pack(2, "bx wy wz", 64, 64)};
  const char* const tops[] = {"rtlgen_walk", "rtlgen_unpack", "rtlgen_pack"};
  for (const Design& d : designs) {
    const std::string top_module = tops[static_cast<int>(d.kind)];
    const std::vector<std::string> files = {kRoot + "/rtl/" + top_module + ".v", kRoot + "/rtl/rtlgen_frame.v",
                                            kRoot + "/rtl/rtlgen_axis.v"};
    std::vector<std::string> verilator = {"verilator", "--lint-only", "-Wall", "--top-module", top_module};
    std::vector<std::string> icarus = {"iverilog", "-g2005", "-t", "null", "-s", top_module};
    std::string sets;
    for (const auto& [name, value] : parameters(d)) {
      const std::string n = name;
      const bool stream_only = n == "WORD_BITS";
      const bool walk_only = n == "WRITE" || n == "PING_PONG" || n == "HAS_WRITER";
      const bool none_of_unpack = n == "WRAP_Z" && d.kind == Kind::kUnpack;
      if (n == "KIND" || none_of_unpack || (d.kind == Kind::kWalk ? stream_only : walk_only)) continue;
      verilator.push_back("-G" + n + "=" + std::to_string(value));
      icarus.push_back("-P" + top_module + "." + n + "=" + std::to_string(value));
      sets += " -set " + n + " " + std::to_string(value);
    }
    std::string read = "read_verilog";
    for (const std::string& file : files) {
      verilator.push_back(file);
      icarus.push_back(file);
      read += " " + file;
    }
    EXPECT_EQ(test::kept_run(folder, verilator).output, "") << name_of(d);
    EXPECT_TRUE(test::kept_run(folder, icarus).ok()) << name_of(d);
    EXPECT_TRUE(test::kept_run(folder, {"yosys", "-q", "-p",
                                        read + "; chparam" + sets + " " + top_module + "; hierarchy -check -top " +
                                            top_module + "; proc; check -assert"})
                    .ok())
        << name_of(d);
  }
}

/// Bus 512, words of 128 bits, 32-bit numbers, blocks along x and y. Printed; held to bounds so that growth is seen,
/// with a tenth for versions of Yosys newer than 0.23.
TEST(Geometry, AreaOnXilinxSeries7) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("geometry_area");
  for (const auto& [name, sets, most] : {std::tuple<std::string, std::string, int>{"walk", "", 700},
                                         {"walk", " -set WRITE 1", 550},
                                         {"unpack", "", 500},
                                         {"pack", "", 500}}) {
    const std::string top_module = "rtlgen_" + name;
    const std::string script = "read_verilog " + kRoot + "/rtl/" + top_module + ".v " + kRoot + "/rtl/rtlgen_frame.v " +
                               kRoot + "/rtl/rtlgen_axis.v; chparam -set BLOCKED_X 1 -set BLOCKED_Y 1" + sets + " " +
                               top_module + "; synth_xilinx -family xc7 -flatten -noiopad -top " + top_module +
                               "; stat -tech xilinx";
    const std::string output = test::kept_run(folder, {"yosys", "-p", script}).output;
    const std::size_t at = output.rfind("Estimated number of LCs:");
    ASSERT_NE(at, std::string::npos) << output.substr(output.size() > 500 ? output.size() - 500 : 0);
    const int cells = std::atoi(output.c_str() + at + 24);
    std::fprintf(stderr, "%s%s: %d logic cells\n", top_module.c_str(), sets.c_str(), cells);
    EXPECT_LE(cells, most) << top_module << sets;
    EXPECT_GT(cells, 50) << top_module << sets;
  }
}

TEST(Geometry, MutantsAreCaught) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  for (std::size_t k = 0; k < mutant_designs().size(); ++k) {
    const Design& d = mutant_designs()[k];
    EXPECT_THAT(sweep(d, top().mutants_at + k, 3, 5), StartsWith("ok ")) << "no mutant; " << name_of(d);
    for (std::size_t n = 0; n < kMutants.size(); ++n) {
      const Mutant& m = kMutants[n];
      if (parameters(m.design) != parameters(d)) continue;
      EXPECT_THAT(sweep(d, top().mutants_at + k, 5, 60, n + 1), AllOf(HasSubstr(m.caught), HasSubstr("; mode ")))
          << m.file << ": " << m.to;
    }
  }
}

}  // namespace
}  // namespace rtlgen::walk_test

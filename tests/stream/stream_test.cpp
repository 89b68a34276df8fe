// A field in closed loop, memory to memory: rtlgen_stream_in, a stand-in for the core, rtlgen_stream_out, banks.
//
// After a run every cell holds its start value + passes; nothing else of the banks is written; no cell is read before
// it is committed or written over before it is read. All parameter sets and all mutants are slots of one top
// (loop.v), so that Verilator compiles once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "design.hpp"
#include "kept_run.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::stream_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kRoot = test::source_folder();
const std::string kHere = kRoot + "/tests/stream/";

ProcessResult run(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 500;
  options.merge_stderr = true;
  return run_process(command, options);
}

/// `flags`: which axes have blocks (bx by) or wrap (wx wy wz).
Design design(int axes, const std::string& flags, int bus_bits, int cell_bits, int lanes, int banks) {
  const auto has = [&](const char* flag) { return flags.find(flag) != std::string::npos; };
  Design d;
  d.axes = axes;
  d.blocked_x = has("bx");
  d.blocked_y = has("by");
  d.wrap_x = has("wx");
  d.wrap_y = has("wy");
  d.wrap_z = has("wz");
  d.banks = banks;
  d.bus_bits = bus_bits;
  d.cell_bits = cell_bits;
  d.lanes = lanes;
  return d;
}

/// For figures: long bursts, a deep FIFO, words as wide as the bus.
Design swift(int banks) {
  Design d = design(2, "", 512, 32, 16, banks);
  d.burst_beats = 64;
  d.fifo_log2 = 8;
  d.group = banks == 1 ? 2 : 0;
  return d;
}

const std::vector<Design>& designs() {
  static const std::vector<Design> list = {
      design(3, "bx by", 512, 32, 4, 2), design(2, "bx", 64, 12, 3, 1),       design(3, "bx wy wz", 64, 12, 3, 2),
      design(2, "bx wx", 512, 32, 3, 1), design(1, "wx", 64, 12, 3, 2),       design(1, "", 512, 12, 3, 1),
      design(2, "", 512, 32, 20, 2),     design(3, "by wx wy", 64, 32, 4, 1), design(3, "bx by wz", 64, 32, 3, 2)};
  return list;
}

/// One place of the modules changed where MUTANT holds, which is in the bench's runs of this mutant only.
struct Mutant {
  int slot;  ///< index into broken_designs()
  std::string file, from, to;
  std::string caught;  ///< how the bench says it
};

/// Mutants share a slot, as Verilator takes its time for each.
const std::vector<Design>& broken_designs() {
  static const std::vector<Design> list = {design(2, "bx", 64, 12, 3, 1), design(2, "bx", 64, 12, 3, 2)};
  return list;
}

const std::vector<Mutant>& mutants() {
  static const std::vector<Mutant> list = {
      {0, "rtlgen_walk", "assign enough = is_enough;", "assign enough = is_enough | MUTANT;",
       "a cell is read before it is committed"},
      {1, "rtlgen_walk", "emit = state == EMIT && enough", "emit = state == EMIT && (enough || (WRITE == 0 && MUTANT))",
       "a cell is read before it is committed"},
      {0, "rtlgen_axi_write", "if (leave & ending[9] & ~err_resp)",
       "if (MUTANT ? send & is_last & sending[9] : leave & ending[9] & ~err_resp)",
       "a row is counted that is not committed"},
      {0, "rtlgen_stream_out", ".low_x(low_x)", ".low_x(low_x - (MUTANT && low_x != ZERO))", "a wrong beat is written"},
      {0, "rtlgen_stream_in", ".last_x(last_word)", ".last_x(last_word - MUTANT)", "a wrong word enters the core"},
      {0, "rtlgen_stream_in", ".first_x(first_word)", ".first_x(first_word + MUTANT)", "a wrong word enters the core"},
      {0, "rtlgen_walk", "first_buffer ^ (WRITE != 0))", "first_buffer ^ (WRITE != 0 && !MUTANT))",
       "a write in the wrong place"},
      {0, "rtlgen_stream_out", "idle = done & (&engine_idle)", "idle = (done | MUTANT) & (&engine_idle)",
       "idle in mid-run"},
      {0, "rtlgen_stream_in", ".stop(stop),\n    .done(", ".stop(stop & !MUTANT),\n    .done(",
       "not idle after a stop"},
      {0, "rtlgen_stream_out", ".buf_last(buf_last)", ".buf_last(MUTANT ? {2*ADDR_BITS{1'b1}} : buf_last)",
       "a write outside its buffer was not reported"},
      {1, "rtlgen_stream_in", "assign data = bank ?", "assign data = bank ^ MUTANT ?", "a wrong word enters the core"},
      {1, "rtlgen_stream_in", "valid & ~bank;", "valid & (~bank | MUTANT);", "a read in the wrong place"},
      {1, "rtlgen_stream_out", "= valid & ~bank;", "= valid & (~bank | MUTANT);", "a write in the wrong place"},
      {1, "rtlgen_stream_out", "assign sent = bank ?", "assign sent = bank & !MUTANT ?", "a wrong beat is written"},
      {1, "rtlgen_stream_out", "assign error = bank ?", "assign error = bank & !MUTANT ?", "an error was not reported"},
  };
  return list;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// All modules of a slot in one text, every module under a name of its own; with all mutants of slot `broken`.
std::string modules(const std::string& prefix, int broken = -1) {
  std::string all;
  for (const std::string name : {"rtlgen_axis", "rtlgen_frame", "rtlgen_walk", "rtlgen_unpack", "rtlgen_pack",
                                 "rtlgen_async_fifo", "rtlgen_bursts", "rtlgen_axi_read", "rtlgen_axi_write",
                                 "rtlgen_share", "rtlgen_bank", "rtlgen_stream_in", "rtlgen_stream_out", "loop"}) {
    std::string text = test::read_text((name == "loop" ? kHere : kRoot + "/rtl/") + name + ".v");
    for (std::size_t n = 0; n < mutants().size(); ++n) {
      const Mutant& mutant = mutants()[n];
      if (mutant.slot != broken || mutant.file != name) continue;
      const std::size_t at = text.find(mutant.from);
      EXPECT_NE(at, std::string::npos) << mutant.file << " has no " << mutant.from;
      if (at == std::string::npos) continue;
      text.replace(at, mutant.from.size(),
                   replaced(mutant.to, "MUTANT", "(stream_bench.mutant == 8'd" + std::to_string(n + 1) + ")"));
    }
    all += text;
  }
  return replaced(all, "rtlgen_", prefix);
}

struct Port {
  bool is_output;
  std::string range;  ///< "[7:0] " or ""
  std::string name;
};

/// The ports of loop.v, which are those of the top too.
std::vector<Port> ports() {
  const std::string text = test::read_text(kHere + "loop.v");
  const std::size_t from = text.find(") (\n") + 4;
  std::istringstream stream(replaced(text.substr(from, text.find("\n);", from) - from), ",", " "));
  std::vector<Port> list;
  Port port{};
  for (std::string word; stream >> word;) {
    if (word == "input" || word == "output")
      port = {word == "output", "", ""};
    else if (word[0] == '[')
      port.range = word + " ";
    else if (word != "wire")
      port.name = word, list.push_back(port);
  }
  return list;
}

/// Verilator looks at everything behind an input in every cycle, so a slot has registers before its ports: those that
/// change in a run (these) are clocked by `drive`, the configuration by `load`, of the selected slot only.
const std::set<std::string> kLive = {"bus_rst",     "kernel_rst", "start",  "stop",   "word_ready", "result_valid",
                                     "result_data", "awready",    "wready", "bvalid", "arready",    "rvalid",
                                     "rlast",       "bresp",      "rresp",  "rdata"};

std::string instance(const Design& d, const std::string& prefix, std::size_t index) {
  const std::string n = std::to_string(index);
  std::string text, connections, separator;
  for (const Port& port : ports()) {
    const bool clock = port.name == "bus_clk" || port.name == "kernel_clk";
    const std::string signal = port.is_output ? port.name + "_of[" + n + "]" : port.name + "_" + n;
    if (clock)
      text += "  wire " + signal + " = " + port.name + " & (select == " + n + ");\n";
    else if (!port.is_output)
      text += "  reg " + port.range + signal + ";\n  always @(posedge " +
              (kLive.contains(port.name) ? "drive_" : "load_") + n + ") " + signal + " <= " + port.name + ";\n";
    connections += separator + "." + port.name + "(" + signal + ")";
    separator = ", ";
  }
  const std::string pulses = "  wire load_" + n + " = load & (select == " + n + ");\n  wire drive_" + n +
                             " = drive & (select == " + n + ");\n";
  std::string sets;
  for (const auto& [name, value] : parameters(d))
    sets += (sets.empty() ? "." : ", .") + std::string(name) + "(" + std::to_string(value) + ")";
  return pulses + text + "  " + prefix + "loop #(" + sets + ") u_" + n + " (" + connections + ");\n";
}

/// A top with all designs; where each kind begins.
struct Top {
  std::string folder;
  std::string fault;  ///< Verilator's message
  std::size_t swift_at = 0, broken_at = 0;
};

Top compiled() {
  Top top{test::fresh_folder("stream"), ""};
  std::string text = modules("rtlgen_");
  std::string slots;
  std::size_t index = 0;
  for (const Design& d : designs()) slots += instance(d, "rtlgen_", index++);
  top.swift_at = index;
  for (const int banks : {1, 2}) slots += instance(swift(banks), "rtlgen_", index++);
  top.broken_at = index;
  for (std::size_t slot = 0; slot < broken_designs().size(); ++slot) {
    const std::string prefix = "broken" + std::to_string(slot) + "_";
    text += modules(prefix, static_cast<int>(slot));
    slots += instance(broken_designs()[slot], prefix, index++);
  }
  std::string list, outputs;
  for (const Port& port : ports()) {
    list += ",\n  " + std::string(port.is_output ? "output wire " : "input wire ") + port.range + port.name;
    if (!port.is_output) continue;
    outputs += "  wire " + port.range + port.name + "_of [0:" + std::to_string(index - 1) + "];\n  assign " +
               port.name + " = " + port.name + "_of[select];\n";
  }
  text +=
      "module stream_bench (\n  input wire [7:0] select, input wire [7:0] mutant, input wire load, input wire drive" +
      list + "\n);\n" + outputs + slots + "endmodule\n";
  test::write_files(top.folder, {{"top.v", text}});
  const ProcessResult built = run(
      top.folder, test::verilator_program({"-O3", "-Wno-fatal", "-Wno-lint", "--top-module", "stream_bench", "-CFLAGS",
                                           "-std=c++20 -I" + kHere + " -I" + kRoot + "/gen", "top.v",
                                           kRoot + "/sim/shell/axi_checker.v", kHere + "main.cpp", kHere + "bench.cpp",
                                           kHere + "arrays.cpp", kRoot + "/tests/walk/reference.cpp",
                                           kRoot + "/gen/contract/geometry.cpp"}));
  if (!built.ok()) top.fault = built.output;
  return top;
}

const Top& top() {
  static const Top built = compiled();
  return built;
}

/// The output of the bench; `mutant` 0: none.
std::string run_bench(const Design& d, std::size_t index, const std::string& what, std::size_t mutant = 0) {
  std::vector<std::string> command = {"obj_dir/Vstream_bench", std::to_string(index)};
  for (const auto& [name, value] : parameters(d)) command.push_back(std::to_string(value));
  for (const int value : {d.cell_bits, d.lanes}) command.push_back(std::to_string(value));
  command.push_back(what);
  command.push_back(std::to_string(mutant));
  return run(top().folder, command).output;
}

std::string name_of(const Design& d) {
  std::string text;
  for (const auto& [name, value] : parameters(d)) text += std::string(name) + " " + std::to_string(value) + " ";
  return text;
}

TEST(Stream, EveryCellComesBackRightFromMemoryToMemory) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  std::size_t index = 0;
  for (const Design& d : designs()) {
    const std::string verdict = run_bench(d, index++, "48");
    long beats = 0, cut = 0;
    EXPECT_EQ(std::sscanf(verdict.c_str(), "ok %ld %ld", &beats, &cut), 2) << name_of(d) << ": " << verdict;
    EXPECT_GT(beats, 3000) << name_of(d);
    EXPECT_GT(cut, 6) << "runs that a stop, a reset or an error has cut; " << name_of(d);
    std::fprintf(stderr, "%s: %s", name_of(d).c_str(), verdict.c_str());
  }
}

TEST(Stream, AGapThatIsTooSmallIsSeenToHang) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  EXPECT_THAT(run_bench(swift(2), top().swift_at + 1, "starved"), HasSubstr("no progress"));
}

/// Figures are printed; held to a bound so that a loss is seen.
TEST(Stream, SpeedWithoutStalls) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  for (const int banks : {1, 2}) {
    const std::string verdict = run_bench(swift(banks), top().swift_at + static_cast<std::size_t>(banks) - 1, "speed");
    std::fprintf(stderr, "%s", verdict.c_str());
    EXPECT_THAT(verdict, HasSubstr(" %")) << verdict;
  }
}

TEST(Stream, ChecksOfTheArraysFindWhatNoMutantDoes) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  EXPECT_THAT(run_bench(swift(1), top().swift_at, "checks"),
              AllOf(HasSubstr("a beat is written too often or not\n"), HasSubstr("a wrong cell at the end\n"),
                    HasSubstr("a cell is written over before it is read")));
}

TEST(Stream, EveryToolReadsTheModules) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("stream_lint");
  for (const std::string name : {"rtlgen_stream_in", "rtlgen_stream_out"}) {
    for (const Design& d : designs()) {
      std::vector<std::string> verilator = {"verilator",    "--lint-only",  "-Wall", "-y",
                                            kRoot + "/rtl", "--top-module", name};
      std::vector<std::string> icarus = {"iverilog", "-g2005", "-t", "null", "-y", kRoot + "/rtl", "-s", name};
      for (const auto& [parameter, value] : parameters(d)) {
        const std::string p = parameter, v = std::to_string(value);
        if (p == "GROUP") continue;
        verilator.push_back("-G" + p + "=" + v);
        icarus.push_back("-P" + name + "." + p + "=" + v);
      }
      for (auto* command : {&verilator, &icarus}) command->push_back(kRoot + "/rtl/" + name + ".v");
      EXPECT_EQ(test::kept_run(folder, verilator).output, "") << name_of(d);
      EXPECT_TRUE(test::kept_run(folder, icarus).ok()) << name_of(d);
    }
    const std::string script = "read_verilog " + kRoot + "/rtl/*.v; chparam -set BANKS 2 " + name +
                               "; hierarchy -check -top " + name + "; proc; check -assert";
    EXPECT_TRUE(run(folder, {"yosys", "-q", "-p", script}).ok()) << name;
  }
}

TEST(Stream, MutantsAreCaught) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  for (std::size_t n = 0; n < mutants().size(); ++n) {
    const Mutant& mutant = mutants()[n];
    const auto slot = static_cast<std::size_t>(mutant.slot);
    EXPECT_THAT(run_bench(broken_designs()[slot], top().broken_at + slot, "48", n + 1), HasSubstr(mutant.caught))
        << mutant.file << ": " << mutant.to;
  }
  for (std::size_t slot = 0; slot < broken_designs().size(); ++slot) {
    EXPECT_THAT(run_bench(broken_designs()[slot], top().broken_at + slot, "48"), HasSubstr("ok ")) << "no mutant";
  }
}

}  // namespace
}  // namespace rtlgen::stream_test

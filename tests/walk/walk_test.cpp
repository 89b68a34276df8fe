// rtlgen_walk, rtlgen_unpack and rtlgen_pack against the brute force of reference.hpp, with every small shape and
// random larger ones; and broken twins of each, which the same bench must catch.
//
// All parameter sets and all twins are slots of one top (slot.v), so that Verilator compiles once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "design.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen::walk_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kRoot = RTLGEN_SOURCE_DIR;
const std::string kHere = kRoot + "/tests/walk/";

ProcessResult run(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 400;
  options.merge_stderr = true;
  return run_process(command, options);
}

/// A twin of the modules with one place changed.
struct Twin {
  std::string file, from, to;
  Design design;
  std::string caught;  ///< how the bench says it
};

Design walk(int axes, const std::string& flags) {
  Design d;
  d.axes = axes;
  const auto has = [&](const char* flag) { return flags.find(flag) != std::string::npos; };
  d.blocked_x = has("bx");
  d.blocked_y = has("by");
  d.wrap_x = has("wx");
  d.wrap_y = has("wy");
  d.wrap_z = has("wz");
  d.write = has("write");
  d.ping_pong = !has("constant");
  d.has_writer = !has("constant");
  return d;
}

Design words(Kind kind, int axes, const std::string& flags, int bus_bits, int word_bits) {
  Design d = walk(axes, flags);
  d.kind = kind;
  d.bus_bits = bus_bits;
  d.word_bits = word_bits;
  return d;
}

Design unpack(int axes, const std::string& flags, int bus, int word) { return words(Kind::kUnpack, axes, flags, bus, word); }
Design pack(int axes, const std::string& flags, int bus, int word) { return words(Kind::kPack, axes, flags, bus, word); }

const std::vector<Design>& walks() {
  static const std::vector<Design> designs = {
      walk(3, "bx by"), walk(3, "bx by write"), walk(3, "bx"), walk(3, "by"), walk(3, ""), walk(3, "write"),
      walk(3, "wx wy wz"), walk(3, "bx by wx wy wz"), walk(3, "bx wy wz"), walk(3, "by wx wy"), walk(3, "bx by wz"),
      walk(2, "bx"), walk(2, "bx wx wy"), walk(2, "bx write"), walk(2, "wy"), walk(1, ""), walk(1, "wx"),
      walk(1, "write"), walk(3, "bx by constant")};
  return designs;
}

const std::vector<Design>& streams() {
  static const std::vector<Design> designs = {
      unpack(3, "bx by", 64, 16), unpack(3, "bx by wx wy", 64, 32), unpack(3, "bx", 64, 12), unpack(3, "by wx", 64, 20),
      unpack(2, "bx", 64, 1), unpack(2, "bx", 64, 64), unpack(2, "bx", 64, 80), unpack(1, "", 128, 18), unpack(1, "wx", 64, 160),
      pack(3, "bx by", 64, 16), pack(3, "bx by wx wy wz", 64, 32), pack(3, "bx wz", 64, 12), pack(3, "by wx", 64, 20),
      pack(2, "bx wy", 64, 1), pack(2, "bx", 64, 64), pack(2, "bx", 64, 80), pack(1, "", 128, 18), pack(1, "wx", 64, 160)};
  return designs;
}

const std::vector<Twin>& twins() {
  static const std::vector<Twin> list = {
  };
  return list;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

/// All modules of a slot in one text, with `twin`'s change and every module under a name of its own.
std::string modules(const Twin& twin, const std::string& prefix) {
  std::string all;
  bool changed = false;
  for (const std::string name : {"rtlgen_axis", "rtlgen_frame", "rtlgen_walk", "rtlgen_unpack", "rtlgen_pack", "slot"}) {
    std::string text = test::read_text((name == "slot" ? kHere : kRoot + "/rtl/") + name + ".v");
    if (name == twin.file) {
      const std::size_t at = text.find(twin.from);
      changed = at != std::string::npos;
      if (changed) text.replace(at, twin.from.size(), twin.to);
    }
    all += text;
  }
  EXPECT_TRUE(changed || twin.file.empty()) << twin.file << " has no " << twin.from;
  return replaced(all, "rtlgen_", prefix);
}

/// The ports of slot.v, which are those of the top too.
std::string port_list() {
  const std::string text = test::read_text(kHere + "slot.v");
  const std::size_t from = text.find(") (\n") + 4;
  return text.substr(from, text.find("\n);", from) - from);
}

/// Ports that change in a run. Verilator looks at everything behind an input in every cycle, so the others are kept
/// in a register of each slot, clocked by `load`.
const std::set<std::string> kLive = {"rst", "start", "stop", "rows_committed", "in_valid", "in_data", "out_ready"};
const std::set<std::string> kOutputs = {"done", "in_ready", "out_valid", "out_data"};

std::string instance(const Design& d, const std::string& prefix, std::size_t index) {
  const std::string n = std::to_string(index);
  std::string text = "  wire clk_" + n + " = clk & (select == " + n + ");\n  wire load_" + n + " = load & (select == " + n + ");\n";
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
    } else if (!kLive.contains(word)) {
      signal = word + "_" + n;
      text += "  reg " + width + signal + ";\n  always @(posedge load_" + n + ") " + signal + " <= " + word + ";\n";
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

/// The compiled top; "" or what Verilator said.
struct Top {
  std::string folder;
  std::string fault;
};

std::string build(const std::string& folder) {
  std::string text = modules({}, "rtlgen_");
  std::string slots;
  std::size_t index = 0;
  for (const auto* list : {&walks(), &streams()}) {
    for (const Design& d : *list) slots += instance(d, "rtlgen_", index++);
  }
  for (const Twin& twin : twins()) {
    const std::string prefix = "twin" + std::to_string(index) + "_";
    text += modules(twin, prefix);
    slots += instance(twin.design, prefix, index++);
  }
  const std::string count = std::to_string(index - 1);
  text += "module geometry_bench (\n  input wire [7:0] select, input wire load,\n" + port_list() + "\n);\n  wire done_of [0:" + count +
          "];\n  wire in_ready_of [0:" + count + "];\n  wire out_valid_of [0:" + count + "];\n  wire [255:0] out_data_of [0:" +
          count + "];\n  assign done = done_of[select];\n  assign in_ready = in_ready_of[select];\n" +
          "  assign out_valid = out_valid_of[select];\n  assign out_data = out_data_of[select];\n" + slots + "endmodule\n";
  test::write_files(folder, {{"top.v", text}});
  const ProcessResult built =
      run(folder, {"verilator", "--cc", "--exe", "--build", "-j", "2", "-O3", "-Wno-fatal", "-Wno-lint", "--top-module", "geometry_bench",
                   "-CFLAGS", "-std=c++20 -O2 -I" + kHere + " -I" + kRoot + "/sim", "top.v", kHere + "bench_main.cpp",
                   kHere + "walk_bench.cpp", kHere + "words_bench.cpp", kHere + "reference.cpp", kRoot + "/sim/geometry/geometry.cpp"});
  return built.ok() ? "" : built.output;
}

const Top& top() {
  static const Top built = [] {
    Top t{test::fresh_folder("geometry"), ""};
    t.fault = build(t.folder);
    return t;
  }();
  return built;
}

std::string sweep(const Design& d, std::size_t index, int most, int random) {
  std::vector<std::string> command = {"obj_dir/Vgeometry_bench", std::to_string(index)};
  for (const auto& [name, value] : parameters(d)) command.push_back(std::to_string(value));
  command.push_back(std::to_string(most));
  command.push_back(std::to_string(random));
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
    const std::string answer = sweep(d, index++, d.axes == 3 ? 5 : 9, 60);
    EXPECT_THAT(answer, StartsWith("ok ")) << name_of(d);
    std::fprintf(stderr, "%s: %s", name_of(d).c_str(), answer.c_str());
  }
}

TEST(Geometry, WordsAndBeatsAreThoseOfTheDefinition) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  std::size_t index = walks().size();
  for (const Design& d : streams()) {
    const std::string answer = sweep(d, index++, d.axes == 3 ? 3 : 9, 30);
    EXPECT_THAT(answer, StartsWith("ok ")) << name_of(d);
    std::fprintf(stderr, "%s: %s", name_of(d).c_str(), answer.c_str());
  }
}

TEST(Geometry, BrokenTwinsAreCaught) {
  RTLGEN_NEED_TOOLS();
  ASSERT_EQ(top().fault, "");
  std::size_t index = walks().size() + streams().size();
  for (const Twin& twin : twins()) {
    EXPECT_THAT(sweep(twin.design, index++, 5, 60), HasSubstr(twin.caught)) << twin.file << ": " << twin.from;
  }
}

}  // namespace
}  // namespace rtlgen::walk_test

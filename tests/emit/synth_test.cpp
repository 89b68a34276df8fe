// Yosys' results for the printed forms: memories are single read-first RAMs without extra logic,
// delay lines are shift registers, three-operand sums one carry chain.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/ir.hpp"
#include "support/outside_text.hpp"
#include "synthesis/statistics.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

using hw::Expr;
using hw::ExprId;
using hw::ExprKind;
using hw::SignalId;
using hw::SignalKind;

const emit::Banner kBanner{"0.0.0", OutsideText("configs/synth.yaml"), "01234567"};

/// A module under construction: inputs and the output port `q`.
struct Sketch {
  hw::Module m;

  explicit Sketch(const std::string& name) { m.name = name; }
  SignalId signal(const std::string& name, int width, SignalKind kind) {
    return m.signals.push_back({name, width, kind, "", false});
  }
  ExprId add(ExprKind kind, int width, std::vector<ExprId> args) {
    Expr e;
    e.kind = kind;
    e.width = width;
    e.args = std::move(args);
    return m.exprs.push_back(std::move(e));
  }
  ExprId read(SignalId id) {
    const ExprId e = add(ExprKind::kSignal, m.signals[id].width, {});
    m.exprs.back().signal = id;
    return e;
  }
  ExprId input(const std::string& name, int width) { return read(signal(name, width, SignalKind::kInput)); }
  void output(ExprId value) {
    const int width = m.exprs[value].width;
    m.items.emplace_back(hw::Assign{signal("q", width, SignalKind::kOutput), value});
  }
};

/// The input of a synthesis: a module, the language it goes through and the family.
struct Sample {
  hw::Module module;
  emit::Language language;
  std::string family = "xc7";
};

/// Prints a sample into `folder`; the file that Yosys reads, by way of GHDL if the language is VHDL.
std::string source_of(const Sample& sample, const std::string& folder) {
  hw::Design design;
  design.top = sample.module.name;
  design.modules = {sample.module};
  hw::verify(design);
  const auto files = emit::emit_design(design, sample.language, kBanner);
  test::write_files(folder, files);
  if (sample.language == emit::Language::kVerilog) return files.front().path;
  EXPECT_EQ(test::ghdl_analyse(folder, {files[0].path, files[1].path}, "08"), "");
  EXPECT_EQ(test::ghdl_synthesise(folder, design.top, "08", "from_vhdl.v"), "");
  return "from_vhdl.v";
}

/// The counts of `top` in a statistic of Yosys'.
std::map<std::string, int> counts_of(const std::string& statistic, const std::string& top) {
  std::map<std::string, int> counts;
  const synthesis::CellTable table = synthesis::parse_stat(statistic);
  for (const auto& [type, count] : table.at(top)) {
    if (type != "BUFG") counts[type] = static_cast<int>(count);
  }
  return counts;
}

/// Cells by type of each sample after synthesis.
std::vector<std::map<std::string, int>> cells(const std::vector<Sample>& samples) {
  const std::string folder = test::fresh_folder("synth");
  std::vector<test::Synthesis> modules;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::string of_its_own = fmt::format("{}/{}", folder, i);
    std::filesystem::create_directories(of_its_own);
    modules.push_back({fmt::format("read_verilog {}/{}", i, source_of(samples[i], of_its_own)), samples[i].module.name,
                       samples[i].family});
  }
  std::vector<std::map<std::string, int>> list;
  for (const std::string& statistic : test::xilinx_statistics(folder, modules))
    list.push_back(counts_of(statistic, modules[list.size()].top));
  return list;
}

hw::Module memory(int depth, int width, int address_bits, hw::MemoryStyle style) {
  Sketch s("memory_sample");
  const ExprId address = s.input("address", address_bits);
  const ExprId d = s.input("d", width);
  const ExprId enable = s.input("en", 1);
  const SignalId q = s.signal("word", width, SignalKind::kWire);
  s.m.items.emplace_back(hw::Memory{"words", depth, width, style, q, address, d, enable});
  s.output(s.read(q));
  return s.m;
}

using Cells = std::map<std::string, int>;

TEST(Synthesis, BlockMemoriesAreRamsAndNothingElse) {
  RTLGEN_NEED_TOOLS();
  struct Case {
    int depth, width, bits;
    const char* family;
    Cells wanted;
  };
  const Case cases[] = {{1000, 32, 10, "xc7", {{"RAMB36E1", 1}}}, {4096, 32, 12, "xc7", {{"RAMB36E1", 4}}},
                        {512, 64, 9, "xc7", {{"RAMB36E1", 1}}},   {1024, 18, 10, "xc7", {{"RAMB18E1", 1}}},
                        {1000, 32, 10, "xc5v", {{"RAMB36", 1}}},  {512, 64, 9, "xc5v", {{"RAMB36SDP", 1}}}};
  std::vector<Sample> samples;
  for (const Case& c : cases)
    samples.push_back({memory(c.depth, c.width, c.bits, hw::MemoryStyle::kBlock), emit::Language::kVerilog, c.family});
  samples.push_back({samples.front().module, emit::Language::kVhdl, cases[0].family});
  const auto found = cells(samples);
  for (std::size_t i = 0; i < std::size(cases); ++i)
    EXPECT_EQ(found[i], cases[i].wanted) << cases[i].depth << "x" << cases[i].width << " " << cases[i].family;
  EXPECT_EQ(found.back(), cases[0].wanted) << "in VHDL";
}

TEST(Synthesis, StyleDecidesTheKindOfMemory) {
  RTLGEN_NEED_TOOLS();
  const auto found = cells({{memory(126, 64, 7, hw::MemoryStyle::kDistributed), emit::Language::kVerilog},
                            {memory(126, 64, 7, hw::MemoryStyle::kBlock), emit::Language::kVerilog},
                            {memory(16, 4, 4, hw::MemoryStyle::kRegisters), emit::Language::kVerilog}});
  EXPECT_EQ(found[0], (Cells{{"FDRE", 64}, {"RAM128X1S", 64}}));
  EXPECT_EQ(found[1], (Cells{{"RAMB36E1", 1}}));
  EXPECT_EQ(found[2].at("FDRE"), 16 * 4 + 4);
}

TEST(Synthesis, DelayLinesAreShiftRegisters) {
  RTLGEN_NEED_TOOLS();
  Sketch s("line_sample");
  const ExprId d = s.input("d", 24);
  const SignalId late = s.signal("late", 24, SignalKind::kWire);
  s.m.items.emplace_back(hw::DelayLine{late, d, 17});
  s.output(s.read(late));
  for (const Cells& counts : cells({{s.m, emit::Language::kVerilog}, {s.m, emit::Language::kVhdl}})) {
    int shift_registers = 0;
    for (const auto& [type, count] : counts) {
      if (type.rfind("SRL", 0) == 0) shift_registers += count;
    }
    EXPECT_EQ(shift_registers, 24);
    EXPECT_LE(counts.count("FDRE") != 0 ? counts.at("FDRE") : 0, 24);
  }
}

TEST(Synthesis, AddCarryIsOneChain) {
  RTLGEN_NEED_TOOLS();
  Sketch s("sum_sample");
  s.m.uses_clock = false;
  const ExprId a = s.input("a", 24);
  const ExprId b = s.input("b", 24);
  const ExprId c = s.input("c", 1);
  s.output(s.add(ExprKind::kAddCarry, 24, {a, b, c}));
  for (const Cells& counts : cells({{s.m, emit::Language::kVerilog}, {s.m, emit::Language::kVhdl}}))
    EXPECT_EQ(counts, (Cells{{"CARRY4", 6}, {"LUT2", 24}}));
}

TEST(Synthesis, ProductsUseMultipliers) {
  RTLGEN_NEED_TOOLS();
  std::vector<Sample> samples;
  for (const ExprKind kind : {ExprKind::kMul, ExprKind::kMulSigned}) {
    Sketch s("product_sample");
    s.m.uses_clock = false;
    const ExprId a = s.input("a", 17);
    const ExprId b = s.input("b", 24);
    s.output(s.add(kind, 41, {a, b}));
    samples.push_back({s.m, emit::Language::kVerilog});
    // GHDL prints a signed product as an unsigned one of extended factors: right, but it says
    // nothing of what a tool that reads VHDL itself would use.
    if (kind == ExprKind::kMul) samples.push_back({s.m, emit::Language::kVhdl});
  }
  for (const Cells& counts : cells(samples)) EXPECT_EQ(counts, (Cells{{"DSP48E1", 1}}));
}

}  // namespace
}  // namespace rtlgen

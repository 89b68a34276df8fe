// What Yosys makes of the printed forms: memories are single read-first RAMs without extra logic,
// delay lines are shift registers, three-operand sums one carry chain.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "support/process.hpp"
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
    m.signals.push_back({name, width, kind, "", false});
    return static_cast<SignalId>(m.signals.size() - 1);
  }
  ExprId add(ExprKind kind, int width, std::vector<ExprId> args) {
    Expr e;
    e.kind = kind;
    e.width = width;
    e.args = std::move(args);
    m.exprs.push_back(std::move(e));
    return static_cast<ExprId>(m.exprs.size() - 1);
  }
  ExprId read(SignalId id) {
    const ExprId e = add(ExprKind::kSignal, m.signals[static_cast<std::size_t>(id)].width, {});
    m.exprs.back().signal = id;
    return e;
  }
  ExprId input(const std::string& name, int width) { return read(signal(name, width, SignalKind::kInput)); }
  void output(ExprId value) {
    const int width = m.exprs[static_cast<std::size_t>(value)].width;
    m.items.emplace_back(hw::Assign{signal("q", width, SignalKind::kOutput), value});
  }
};

/// Cells by type after synthesis; the printed language goes by way of GHDL if it is VHDL.
std::map<std::string, int> cells(const hw::Module& module, const std::string& family, emit::Language language) {
  hw::Design design;
  design.top = module.name;
  design.modules = {module};
  hw::verify(design);
  const std::string folder = test::fresh_folder("synth");
  const auto files = emit::emit_design(design, language, kBanner);
  test::write_files(folder, files);
  std::string source = files.front().path;
  if (language == emit::Language::kVhdl) {
    EXPECT_EQ(test::ghdl_analyse(folder, {files[0].path, files[1].path}, "08"), "");
    EXPECT_EQ(test::ghdl_synthesise(folder, design.top, "08", "from_vhdl.v"), "");
    source = "from_vhdl.v";
  }
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 200;
  const ProcessResult result =
      run_process({"yosys", "-q", "-p",
                   fmt::format("read_verilog {}; synth_xilinx -noiopad -flatten -family {} -top {}; "
                               "tee -o stat.txt stat",
                               source, family, design.top)},
                  options);
  EXPECT_TRUE(result.ok()) << result.errors;
  std::map<std::string, int> counts;
  std::istringstream lines(test::read_text(folder + "/stat.txt"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string type;
    int count = 0;
    std::string rest;
    if (words >> type >> count && !(words >> rest) && type != "BUFG") counts[type] = count;
  }
  return counts;
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
  for (const Case& c : cases) {
    EXPECT_EQ(cells(memory(c.depth, c.width, c.bits, hw::MemoryStyle::kBlock), c.family, emit::Language::kVerilog),
              c.wanted)
        << c.depth << "x" << c.width << " " << c.family;
  }
  EXPECT_EQ(cells(memory(1000, 32, 10, hw::MemoryStyle::kBlock), "xc7", emit::Language::kVhdl), cases[0].wanted);
}

TEST(Synthesis, StyleDecidesTheKindOfMemory) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(cells(memory(126, 64, 7, hw::MemoryStyle::kDistributed), "xc7", emit::Language::kVerilog),
            (Cells{{"FDRE", 64}, {"RAM128X1S", 64}}));
  const Cells block = cells(memory(126, 64, 7, hw::MemoryStyle::kBlock), "xc7", emit::Language::kVerilog);
  EXPECT_EQ(block, (Cells{{"RAMB36E1", 1}}));
  const Cells registers = cells(memory(16, 4, 4, hw::MemoryStyle::kRegisters), "xc7", emit::Language::kVerilog);
  EXPECT_EQ(registers.at("FDRE"), 16 * 4 + 4);
}

TEST(Synthesis, DelayLinesAreShiftRegisters) {
  RTLGEN_NEED_TOOLS();
  Sketch s("line_sample");
  const ExprId d = s.input("d", 24);
  const SignalId late = s.signal("late", 24, SignalKind::kWire);
  s.m.items.emplace_back(hw::DelayLine{late, d, 17});
  s.output(s.read(late));
  for (const auto language : {emit::Language::kVerilog, emit::Language::kVhdl}) {
    const Cells counts = cells(s.m, "xc7", language);
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
  for (const auto language : {emit::Language::kVerilog, emit::Language::kVhdl}) {
    EXPECT_EQ(cells(s.m, "xc7", language), (Cells{{"CARRY4", 6}, {"LUT2", 24}}));
  }
}

TEST(Synthesis, ProductsUseMultipliers) {
  RTLGEN_NEED_TOOLS();
  for (const ExprKind kind : {ExprKind::kMul, ExprKind::kMulSigned}) {
    Sketch s("product_sample");
    s.m.uses_clock = false;
    const ExprId a = s.input("a", 17);
    const ExprId b = s.input("b", 24);
    s.output(s.add(kind, 41, {a, b}));
    EXPECT_EQ(cells(s.m, "xc7", emit::Language::kVerilog), (Cells{{"DSP48E1", 1}}));
    // GHDL prints a signed product as an unsigned one of extended factors: right, but it says
    // nothing of what a tool that reads VHDL itself would use.
    if (kind == ExprKind::kMulSigned) continue;
    EXPECT_EQ(cells(s.m, "xc7", emit::Language::kVhdl), (Cells{{"DSP48E1", 1}}));
  }
}

}  // namespace
}  // namespace rtlgen

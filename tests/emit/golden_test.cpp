// Printed text compared byte for byte with files that a person has read.
//
// RTLGEN_UPDATE_GOLDEN=1 writes the files again; look at the difference before you keep it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/ir.hpp"
#include "random_module.hpp"
#include "support/outside_text.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

const emit::Banner kBanner{"0.2.0", OutsideText("configs/sample.yaml"), "3fa9c1e2"};

void compare(const emit::File& file) {
  const std::string path = test::source_folder() + "/tests/emit/golden/" + file.path + ".golden";
  const char* update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(path, std::ios::binary) << file.text;
  }
  const std::string expected = test::read_text(path);
  ASSERT_FALSE(expected.empty()) << path << " is missing";
  EXPECT_EQ(file.text, expected) << path;
}

hw::Expr make(hw::ExprKind kind, int width, std::vector<hw::ExprId> args) {
  hw::Expr e;
  e.kind = kind;
  e.width = width;
  e.args = std::move(args);
  return e;
}

/// A small module as elaboration makes them: sections, comments, enables, resets, a memory.
hw::Module row_buffer() {
  using hw::ExprKind;
  using hw::SignalId;
  using hw::SignalKind;
  hw::Module m;
  m.name = "row_buffer";
  m.summary = "one row of field 't', 126 words of 64 bits";
  m.header = {"Latency 1 word"};
  m.uses_reset = true;
  m.signals = {{"token", 1, SignalKind::kInput, "a word enters", false},
               {"word", 64, SignalKind::kInput, "", false},
               {"oldest", 64, SignalKind::kOutput, "the word that entered 126 tokens ago", false},
               {"fresh", 3, SignalKind::kOutput, "", false},
               {"address", 7, SignalKind::kWire, "circulates", false},
               {"address_next", 7, SignalKind::kWire, "", false},
               {"row_q", 64, SignalKind::kWire, "", false},
               {"seen", 3, SignalKind::kWire, "", false}};
  const auto add = [&](hw::Expr e) { return m.exprs.push_back(std::move(e)); };
  const auto read = [&](int index) {
    const SignalId id(index);
    hw::Expr e = make(ExprKind::kSignal, m.signals[id].width, {});
    e.signal = id;
    return add(e);
  };
  const auto constant = [&](int width, std::uint64_t value) {
    hw::Expr e = make(ExprKind::kConst, width, {});
    e.bits = hw::Bits(width, value);
    return add(e);
  };
  const auto token = read(0);
  const auto address = read(4);
  const auto last = add(make(ExprKind::kEq, 1, {address, constant(7, 125)}));
  const auto up = add(make(ExprKind::kAdd, 7, {address, constant(7, 1)}));
  const auto next = add(make(ExprKind::kMux, 7, {last, constant(7, 0), up}));
  const auto low_bits = add(make(ExprKind::kSlice, 3, {read(1)}));
  m.items = {hw::Section{"position in the row @[configs/sample.yaml:4:3]"},
             hw::Assign{SignalId(5), next},
             hw::Register{SignalId(4), read(5), token, hw::Bits(7, 0)},
             hw::Section{"storage"},
             hw::Memory{"row", 126, 64, hw::MemoryStyle::kDistributed, SignalId(6), address, read(1), token},
             hw::DelayLine{SignalId(7), low_bits, 4},
             hw::Section{"outputs"},
             hw::Assign{SignalId(2), read(6)},
             hw::Assign{SignalId(3), read(7)}};
  return m;
}

TEST(Golden, RowBuffer) {
  hw::Design design;
  design.top = "row_buffer";
  design.modules = {row_buffer()};
  hw::verify(design);
  compare({"row_buffer.v", emit::verilog(design.modules[0], design, kBanner)});
  compare({"row_buffer.vhd", emit::vhdl(design.modules[0], design, kBanner)});
}

TEST(Golden, RandomDesign) {
  const hw::Design design = test::random_design(42);
  hw::verify(design);
  for (const auto language : {emit::Language::kVerilog, emit::Language::kVhdl}) {
    for (const hw::Module& module : design.modules) {
      const bool verilog = language == emit::Language::kVerilog;
      compare({module.name + (verilog ? ".v" : ".vhd"),
               verilog ? emit::verilog(module, design, kBanner) : emit::vhdl(module, design, kBanner)});
    }
  }
}

}  // namespace
}  // namespace rtlgen

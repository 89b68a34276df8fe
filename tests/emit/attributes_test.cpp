// Attributes of printed registers for synthesis, in both languages.
#include "emit/attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/builder.hpp"
#include "hw/ir.hpp"
#include "hw/rom.hpp"
#include "support/outside_text.hpp"

namespace rtlgen {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Names of the registers that end a shift register.
std::vector<std::string> ends_of(const hw::Module& module) {
  std::vector<std::string> names;
  const auto all = emit::attributes_of(module);
  for (const hw::SignalId id : all.ids()) {
    for (const emit::Attribute& a : all[id]) {
      if (a.name == "srl_style") names.push_back(module.signals[id].name);
    }
  }
  return names;
}

std::string printed(const hw::Module& module, emit::Language language) {
  hw::Design design;
  design.top = module.name;
  design.modules.push_back(module);
  std::string text;
  for (const emit::File& file : emit::emit_design(design, language, {"1", OutsideText(), ""})) text += file.text;
  return text;
}

/// A row of registers, of which `enabled` has an enable and `read` is read in the middle; -1: none.
hw::Module row(int length, int enabled = -1, int read = -1) {
  hw::Builder b("row");
  const hw::Value enable = b.input("enable", 1);
  hw::Value v = b.input("d", 4);
  hw::Value other = b.zero(4);
  for (int i = 0; i < length; ++i) {
    v = b.reg("s" + std::to_string(i), v, i == enabled ? enable : hw::Value{});
    if (i == read) other = v;
  }
  b.output("q", v);
  b.output("middle", other ^ b.constant(4, 1));
  b.output("unused", enable);
  return b.finish();
}

TEST(Attributes, ThreeFreeRegistersInARowEndInAFlipFlop) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(ends_of(row(2)), Names{});
  EXPECT_EQ(ends_of(row(3)), Names{"s2"});
  EXPECT_EQ(ends_of(row(6)), Names{"s5"});
  EXPECT_EQ(ends_of(row(3, 1)), Names{}) << "one of them has an enable";
  EXPECT_EQ(ends_of(row(5, 1)), Names{"s4"}) << "three are left";
  EXPECT_EQ(ends_of(row(6, -1, 2)), (Names{"s2", "s5"})) << "it is read in the middle";
}

TEST(Attributes, DelayLinesTooFromThreeCyclesOn) {
  for (const int cycles : {2, 3}) {
    hw::Builder b("line");
    b.output("q", b.delay("d_late", b.input("d", 4), cycles));
    const hw::Module m = b.finish();
    const bool is_long = cycles == 3;
    EXPECT_EQ(printed(m, emit::Language::kVerilog).find("(* srl_style = \"srl_reg\" *)") != std::string::npos, is_long);
    EXPECT_EQ(printed(m, emit::Language::kVhdl).find(": signal is \"srl_reg\";") != std::string::npos, is_long);
  }
}

/// One that is kept parts the row, in what is printed and by its own attributes.
TEST(Attributes, AKeptRegisterIsInNoShiftRegister) {
  const auto kept_at = [](int kept) {
    hw::Builder b("row");
    hw::Value v = b.input("d", 4);
    for (int i = 0; i < 4; ++i) {
      const std::string name = "s" + std::to_string(i);
      v = i == kept ? b.kept_reg(name, v) : b.reg(name, v);
    }
    b.output("q", v);
    return b.finish();
  };
  EXPECT_EQ(ends_of(kept_at(-1)), std::vector<std::string>{"s3"});
  EXPECT_EQ(ends_of(kept_at(0)), std::vector<std::string>{"s3"}) << "three are left";
  EXPECT_EQ(ends_of(kept_at(1)), std::vector<std::string>{});
  EXPECT_THAT(printed(kept_at(1), emit::Language::kVerilog),
              HasSubstr("(* keep = \"true\", shreg_extract = \"no\" *)"));
  EXPECT_THAT(printed(kept_at(1), emit::Language::kVhdl),
              HasSubstr("attribute shreg_extract of s1 : signal is \"no\";"));
  EXPECT_THAT(printed(kept_at(-1), emit::Language::kVerilog), Not(HasSubstr("keep")));
}

TEST(Attributes, RegistersForManyLoadsAreCopied) {
  const auto module = [](bool spread) {
    hw::Builder b("wide");
    const hw::Value q = b.declare_reg("valid", 1, hw::Bits::zero(1));
    if (spread) b.spread(q);
    b.drive(q, b.input("d", 1));
    b.output("q", q);
    return b.finish();
  };
  EXPECT_THAT(printed(module(true), emit::Language::kVerilog), HasSubstr("(* max_fanout = 256, maxfan = 256 *)"));
  const std::string vhdl = printed(module(true), emit::Language::kVhdl);
  EXPECT_THAT(vhdl, HasSubstr("attribute max_fanout : integer;"));
  EXPECT_THAT(vhdl, HasSubstr("attribute maxfan of valid : signal is 256;"));
  EXPECT_THAT(printed(module(false), emit::Language::kVerilog), Not(HasSubstr("max_fanout")));
}

/// ROMs lie in block RAM with every tool.
TEST(Attributes, RomsAreBlocks) {
  hw::Builder b("address");
  b.output("q", b.input("a", 2));
  const hw::Module m = hw::behind_rom(b.finish(), {hw::Bits(4, 1), hw::Bits(4, 2), hw::Bits(4, 4), hw::Bits(4, 8)});
  EXPECT_THAT(printed(m, emit::Language::kVerilog), HasSubstr("(* rom_style = \"block\", romstyle = \"M20K\" *) reg"));
  EXPECT_THAT(printed(m, emit::Language::kVhdl),
              AllOf(HasSubstr("attribute rom_style of words : constant is \"block\";"),
                    HasSubstr("attribute romstyle of words : constant is \"M20K\";"),
                    HasSubstr("attribute romstyle : string;")));
}

}  // namespace
}  // namespace rtlgen

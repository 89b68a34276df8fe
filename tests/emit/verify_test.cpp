// hw::verify: a good module and design pass; for every rule a mutant that breaks just that rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "hw/ir.hpp"
#include "hw/leaves.hpp"
#include "support/errors.hpp"

namespace rtlgen::hw {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Expr make(ExprKind kind, int width, std::vector<ExprId> args) {
  Expr e;
  e.kind = kind;
  e.width = width;
  e.args = std::move(args);
  return e;
}

Expr read(SignalId id, int width) {
  Expr e = make(ExprKind::kSignal, width, {});
  e.signal = id;
  return e;
}

Expr constant(const Bits& bits) {
  Expr e = make(ExprKind::kConst, bits.width, {});
  e.bits = bits;
  return e;
}

constexpr SignalId kA(0), kB(1), kEnable(2), kSum(3), kCount(4), kLate(5), kWord(6), kOut(7);
constexpr ExprId kReadA(0), kReadB(1), kReadEnable(2), kAdded(3), kReadCount(4), kReadSum(5), kAddress(6), kReadLate(7);
enum Items : std::size_t { kAssignSum, kRegister, kDelay, kMemory, kAssignOut };

/// One item of each kind but instances.
Module good() {
  Module m;
  m.name = "good";
  m.uses_reset = true;
  m.signals = {{"a", 8, SignalKind::kInput, "", false},    {"b", 8, SignalKind::kInput, "", false},
               {"en", 1, SignalKind::kInput, "", false},   {"sum", 8, SignalKind::kWire, "", false},
               {"count", 8, SignalKind::kWire, "", false}, {"late", 8, SignalKind::kWire, "", false},
               {"word", 8, SignalKind::kWire, "", false},  {"y", 8, SignalKind::kOutput, "", false}};
  Expr address = make(ExprKind::kSlice, 3, {kReadA});
  address.low = 2;
  m.exprs = {read(kA, 8),     read(kB, 8),   read(kEnable, 1), make(ExprKind::kAdd, 8, {kReadA, kReadB}),
             read(kCount, 8), read(kSum, 8), address,          read(kLate, 8)};
  m.items = {Assign{kSum, kAdded}, Register{kCount, kReadSum, kReadEnable, Bits(8, 1)}, DelayLine{kLate, kReadCount, 3},
             Memory{"words", 8, 8, MemoryStyle::kAuto, kWord, kAddress, kReadB, kReadEnable}, Assign{kOut, kReadLate}};
  return m;
}

std::string fault(const Module& module) {
  try {
    verify(module);
  } catch (const InternalError& error) {
    return error.what();
  }
  return "";
}

struct Mutant {
  const char* rule;
  std::function<void(Module&)> break_it;
  const char* says;
};

TEST(VerifyModule, GoodOnePasses) { EXPECT_EQ(fault(good()), ""); }

TEST(VerifyModule, EveryRuleHasAMutant) {
  const auto item = [](Module& m, std::size_t i) -> Item& { return m.items[i]; };
  const Mutant mutants[] = {
      {"module name", [](Module& m) { m.name = "entity"; }, "not legal"},
      {"signal name", [](Module& m) { m.signals[kSum].name = "a__b"; }, "'a__b'"},
      {"unique names", [](Module& m) { m.signals[kSum].name = "COUNT"; }, "used twice"},
      {"memory name", [&](Module& m) { std::get<Memory>(item(m, kMemory)).name = "Sum"; }, "used twice"},
      {"signal width", [](Module& m) { m.signals[kSum].width = 0; }, "'sum'"},
      {"argument order", [](Module& m) { m.exprs[kAdded].args[1] = kReadSum; }, "precede"},
      {"argument range", [](Module& m) { m.exprs[kAdded].args[1] = ExprId(); }, "precede"},
      {"argument count", [](Module& m) { m.exprs[kAdded].args.pop_back(); }, "arguments"},
      {"operand width", [](Module& m) { m.exprs[kAdded].args[1] = kReadEnable; }, "widths 1 and 8"},
      {"read width", [](Module& m) { m.exprs[kReadEnable].width = 2; }, "equal"},
      {"read of nothing", [](Module& m) { m.exprs[kReadSum].signal = SignalId(99); }, "does not exist"},
      {"slice range", [](Module& m) { m.exprs[kAddress].low = 6; }, "slice 8:6"},
      {"assigned width",
       [](Module& m) {
         m.signals[kSum].width = 8;
         std::get<Assign>(m.items[kAssignSum]).value = m.exprs.push_back(make(ExprKind::kReduceOr, 1, {kReadA}));
       },
       "'sum'"},
      {"register d", [&](Module& m) { std::get<Register>(item(m, kRegister)).d = kReadEnable; }, "'count'"},
      {"register enable", [&](Module& m) { std::get<Register>(item(m, kRegister)).enable = kReadA; }, "enable"},
      {"reset width", [&](Module& m) { std::get<Register>(item(m, kRegister)).reset = Bits(7, 0); }, "reset value"},
      {"reset port", [](Module& m) { m.uses_reset = false; }, "no reset"},
      {"clock port", [](Module& m) { m.uses_clock = false; }, "no clock"},
      {"delay cycles", [&](Module& m) { std::get<DelayLine>(item(m, kDelay)).cycles = 0; }, "'late'"},
      {"delay width", [&](Module& m) { std::get<DelayLine>(item(m, kDelay)).d = kReadEnable; }, "'late'"},
      {"memory width", [&](Module& m) { std::get<Memory>(item(m, kMemory)).width = 7; }, "'words'"},
      {"memory depth", [&](Module& m) { std::get<Memory>(item(m, kMemory)).depth = 0; }, "empty"},
      {"memory address", [&](Module& m) { std::get<Memory>(item(m, kMemory)).depth = 9; },
       "3 address bits for 9 words"},
      {"memory data", [&](Module& m) { std::get<Memory>(item(m, kMemory)).d = kReadEnable; }, "'words'"},
      {"memory enable", [&](Module& m) { std::get<Memory>(item(m, kMemory)).enable = kReadA; }, "enable"},
      {"memory write", [&](Module& m) { std::get<Memory>(item(m, kMemory)).write = kReadA; }, "write"},
      {"no driver", [](Module& m) { m.items.pop_back(); }, "'y': has no driver"},
      {"two drivers", [](Module& m) { m.items.push_back(m.items[kAssignSum]); }, "is driven by"},
      {"driven input", [&](Module& m) { std::get<Assign>(item(m, kAssignSum)).target = kA; }, "input port is driven"},
      {"loop", [](Module& m) { m.exprs[kReadB] = read(kSum, 8); }, "'sum': is part of a comb"},
  };
  for (const Mutant& mutant : mutants) {
    Module module = good();
    mutant.break_it(module);
    EXPECT_THAT(fault(module), AllOf(HasSubstr("module '"), HasSubstr(mutant.says))) << mutant.rule;
  }
}

/// The memory of good() as a ROM.
Module good_rom() {
  Module m = good();
  auto& memory = std::get<Memory>(m.items[kMemory]);
  memory.d = memory.enable = {};
  memory.contents.assign(8, Bits(8, 5));
  return m;
}

TEST(VerifyModule, EveryRuleOfARomHasAMutant) {
  struct RomMutant {
    const char* rule;
    std::function<void(Memory&)> break_it;
    const char* says;
  };
  const RomMutant mutants[] = {
      {"data", [](Memory& rom) { rom.d = kReadB; }, "a ROM that is written or enabled"},
      {"enable", [](Memory& rom) { rom.enable = kReadEnable; }, "a ROM that is written or enabled"},
      {"write", [](Memory& rom) { rom.write = kReadEnable; }, "a ROM that is written or enabled"},
      {"read address", [](Memory& rom) { rom.read_address = kAddress; }, "a ROM that is written or enabled"},
      {"a word missing", [](Memory& rom) { rom.contents.pop_back(); }, "contents of 7 words instead of 8"},
      {"a wide word", [](Memory& rom) { rom.contents[3] = Bits(9, 5); }, "a word of the wrong width"},
  };
  EXPECT_EQ(fault(good_rom()), "");
  for (const RomMutant& mutant : mutants) {
    Module module = good_rom();
    mutant.break_it(std::get<Memory>(module.items[kMemory]));
    EXPECT_THAT(fault(module), AllOf(HasSubstr("memory 'words'"), HasSubstr(mutant.says))) << mutant.rule;
  }
}

TEST(VerifyModule, ConstantsHaveExactWidth) {
  Module module = good();
  Bits bits(8, 1);
  bits.limbs[0] = 256;
  module.exprs[kReadB] = constant(bits);
  EXPECT_THAT(fault(module), HasSubstr("does not fit its width"));
  bits = Bits(8, 1);
  bits.limbs.push_back(0);
  module.exprs[kReadB] = constant(bits);
  EXPECT_THAT(fault(module), HasSubstr("limbs"));
}

TEST(VerifyModule, WidthRulesOfEveryKind) {
  // a and b are 8 bits, en is 1: each of these is wrong for its kind.
  const Expr wrong[] = {make(ExprKind::kConcat, 15, {kReadA, kReadB}),
                        make(ExprKind::kRepeat, 12, {kReadA}),
                        make(ExprKind::kNot, 7, {kReadA}),
                        make(ExprKind::kAnd, 8, {kReadA, kReadEnable}),
                        make(ExprKind::kReduceOr, 2, {kReadA}),
                        make(ExprKind::kSub, 9, {kReadA, kReadB}),
                        make(ExprKind::kAddCarry, 8, {kReadA, kReadB, kReadB}),
                        make(ExprKind::kMul, 8, {kReadA, kReadB}),
                        make(ExprKind::kMulSigned, 15, {kReadA, kReadB}),
                        make(ExprKind::kEq, 1, {kReadA, kReadEnable}),
                        make(ExprKind::kUlt, 8, {kReadA, kReadB}),
                        make(ExprKind::kShl, 9, {kReadA, kReadB}),
                        make(ExprKind::kMux, 8, {kReadA, kReadA, kReadB}),
                        make(ExprKind::kMux, 8, {kReadEnable, kReadA, kReadEnable}),
                        make(ExprKind::kZext, 7, {kReadA}),
                        make(ExprKind::kSext, 7, {kReadA}),
                        make(ExprKind::kTable, 7, {kReadA})};
  for (const Expr& e : wrong) {
    Module module = good();
    module.exprs.push_back(e);
    EXPECT_THAT(fault(module), HasSubstr("expression 8")) << static_cast<int>(e.kind);
  }
}

/// inner: y = a (combinational), z = register of a.
Module inner() {
  Module m;
  m.name = "inner";
  m.signals = {{"a", 4, SignalKind::kInput, "", false},
               {"y", 4, SignalKind::kOutput, "", false},
               {"z", 4, SignalKind::kOutput, "", false},
               {"z_q", 4, SignalKind::kWire, "", false}};
  const SignalId a(0), y(1), z(2), z_q(3);
  const ExprId read_a = m.exprs.push_back(read(a, 4));
  const ExprId read_z = m.exprs.push_back(read(z_q, 4));
  m.items = {Assign{y, read_a}, Register{z_q, read_a, {}, std::nullopt}, Assign{z, read_z}};
  return m;
}

// The signals of outer.
constexpr SignalId kGo(0), kOuterY(1), kInnerY(2), kInnerZ(3), kFree(4);
constexpr ExprId kReadGo(0), kReadInnerY(1), kReadInnerZ(2), kReadFree(3);

/// outer feeds z, the registered output, back into a: no combinational loop.
Design good_design() {
  Module m;
  m.name = "outer";
  m.uses_reset = true;
  m.signals = {{"go", 1, SignalKind::kInput, "", false},
               {"y", 4, SignalKind::kOutput, "", false},
               {"w_y", 4, SignalKind::kWire, "", false},
               {"w_z", 4, SignalKind::kWire, "", false},
               {"free", 1, SignalKind::kWire, "", false}};
  m.exprs = {read(kGo, 1), read(kInnerY, 4), read(kInnerZ, 4), read(kFree, 1)};
  m.items = {
      Instance{"inner", "i", {}, {{"a", kReadInnerZ}}, {{"y", kInnerY}, {"z", kInnerZ}}},
      Instance{
          "rtlgen_credit", "c", {{"CREDITS", 4}}, {{"take", kReadFree}, {"give", kReadGo}}, {{"available", kFree}}},
      Assign{kOuterY, kReadInnerY}};
  Design design;
  design.top = "outer";
  design.modules = {inner(), m};
  design.leaves = {credit_leaf(), fifo_leaf()};
  return design;
}

std::string fault(const Design& design) {
  try {
    verify(design);
  } catch (const InternalError& error) {
    return error.what();
  }
  return "";
}

TEST(VerifyDesign, GoodOnePasses) { EXPECT_EQ(fault(good_design()), ""); }

TEST(VerifyDesign, EveryRuleHasAMutant) {
  const auto instance = [](Design& d, std::size_t i) -> Instance& { return std::get<Instance>(d.modules[1].items[i]); };
  struct DesignMutant {
    const char* rule;
    std::function<void(Design&)> break_it;
    const char* says;
  };
  const DesignMutant mutants[] = {
      {"top", [](Design& d) { d.top = "other"; }, "top module is missing"},
      {"order", [](Design& d) { std::swap(d.modules[0], d.modules[1]); }, "no such module precedes"},
      {"unknown module", [&](Design& d) { instance(d, 0).module = "innner"; }, "no such module"},
      {"unique modules", [](Design& d) { d.modules[0].name = "OUTER"; }, ""},
      {"missing leaf", [](Design& d) { d.leaves.clear(); }, "no such module"},
      {"leaf twice", [](Design& d) { d.leaves.push_back(d.leaves[0]); }, "is defined twice"},
      {"port name", [&](Design& d) { instance(d, 0).inputs[0].first = "b"; }, "no port 'b'"},
      {"port direction", [&](Design& d) { instance(d, 0).inputs[0].first = "y"; }, "direction"},
      {"port width", [&](Design& d) { instance(d, 0).inputs[0].second = kReadGo; }, "4 bits wide"},
      {"input of nothing", [&](Design& d) { instance(d, 0).inputs[0].second = ExprId(99); }, "has no expression"},
      {"output to nothing", [&](Design& d) { instance(d, 0).outputs[0].second = {}; }, "drives no signal"},
      {"port left out", [&](Design& d) { instance(d, 0).inputs.clear(); }, "'a' is not connected"},
      {"port twice", [&](Design& d) { instance(d, 0).inputs.push_back(instance(d, 0).inputs[0]); }, "twice"},
      {"parameters",
       [&](Design& d) {
         instance(d, 0).parameters = {{"N", 1}};
       },
       "no parameters"},
      {"unknown parameter", [&](Design& d) { instance(d, 1).parameters[0].first = "N"; }, "no parameter N"},
      {"missing parameter", [&](Design& d) { instance(d, 1).parameters.clear(); }, "CREDITS is not given"},
      {"clock", [](Design& d) { d.modules[1].uses_clock = false; }, "needs a clock"},
      {"reset", [](Design& d) { d.modules[1].uses_reset = false; }, "needs a reset"},
      {"loop through an instance", [&](Design& d) { instance(d, 0).inputs[0].second = kReadInnerY; },
       "combinational loop"},
      {"instance name", [&](Design& d) { instance(d, 0).name = "Free"; }, "used twice"},
      {"fault inside", [](Design& d) { d.modules[0].items.pop_back(); }, "'z': has no driver"}};
  for (const DesignMutant& mutant : mutants) {
    Design design = good_design();
    mutant.break_it(design);
    EXPECT_THAT(fault(design), AllOf(HasSubstr("module '"), HasSubstr(mutant.says))) << mutant.rule;
  }
}

TEST(VerifyDesign, LeafWidthsFollowParameters) {
  Design design = good_design();
  Module& top = design.modules[1];
  const SignalId valid = top.signals.push_back({"v", 1, SignalKind::kWire, "", false});
  const SignalId data = top.signals.push_back({"d", 4, SignalKind::kWire, "", false});
  const SignalId overflow = top.signals.push_back({"o", 1, SignalKind::kWire, "", false});
  top.items.push_back(Instance{"rtlgen_fifo",
                               "f",
                               {{"WIDTH", 4}, {"DEPTH", 2}},
                               {{"in_valid", kReadGo}, {"in_data", kReadInnerZ}, {"out_ready", kReadGo}},
                               {{"out_valid", valid}, {"out_data", data}, {"overflow", overflow}}});
  EXPECT_EQ(fault(design), "");
  std::get<Instance>(top.items.back()).parameters[0].second = 5;
  EXPECT_THAT(fault(design), HasSubstr("is 5 bits wide, connected to 4"));
}

}  // namespace
}  // namespace rtlgen::hw

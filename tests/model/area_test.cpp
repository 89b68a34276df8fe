// Counts over a module of the hardware IR: LUTs, flip-flops, shift registers, memories, multipliers.
#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "model/area/calibration.hpp"
#include "model/area/design.hpp"
#include "model/area/memories.hpp"

namespace rtlgen::model {
namespace {

const Fabric& xc7() { return fabric_of("xc7"); }
const Fabric& alm() { return fabric_of("cyclone10gx"); }

template <typename Build>
Area area(const Fabric& fabric, Build build) {
  hw::Builder b("m");
  build(b);
  return area_of(b.finish(), fabric);
}

TEST(MapLuts, AGateOfSixInputsIsALut) {
  const auto all = [](int width) {
    return [width](hw::Builder& b) { b.output("q", reduce_and(b.input("a", width))); };
  };
  EXPECT_EQ(area(alm(), all(6)).logic_luts, 1);
  EXPECT_EQ(area(alm(), all(7)).logic_luts, 2);
  EXPECT_EQ(area(alm(), all(36)).logic_luts, 12);  // in 12 halves of ALMs; Yosys: 10
  EXPECT_EQ(area(xc7(), [](hw::Builder& b) { b.output("q", reduce_xor(b.input("a", 6))); }).logic_luts, 1);
}

TEST(MapLuts, WiringIsFreeAndAnInverterIsNot) {
  EXPECT_EQ(area(xc7(), [](hw::Builder& b) { b.output("q", b.input("a", 8).slice(5, 2)); }), Area{});
  EXPECT_EQ(area(xc7(), [](hw::Builder& b) { b.output("q", ~b.input("a", 8)); }).logic_luts, 8);
}

TEST(MapLuts, WhatAConditionMakesOfItselfIsKnown) {
  // c ? (c ? a : b) : 0 is a & c.
  const Area a = area(alm(), [](hw::Builder& b) {
    const auto c = b.input("c", 1), x = b.input("a", 8), y = b.input("b", 8);
    b.output("q", mux(c, mux(c, x, y), b.zero(8)));
  });
  EXPECT_EQ(a.logic_luts, 8);
}

TEST(Chains, ALutABitOrAnArithmeticCellABit) {
  const auto sum = [](hw::Builder& b) { b.output("q", b.input("a", 16) + b.input("b", 16)); };
  EXPECT_EQ(area(xc7(), sum).logic_luts, 16);
  EXPECT_EQ(area(alm(), sum).logic_luts, 16);
}

TEST(Chains, BitsAboveTheHighestThatIsReadAreNotThere) {
  EXPECT_EQ(
      area(xc7(), [](hw::Builder& b) { b.output("q", (b.input("a", 16) + b.input("b", 16)).slice(9, 0)); }).logic_luts,
      10);
}

TEST(Chains, ThreeOperandsAreCompressed) {
  const auto sum = [](hw::Builder& b) { b.output("q", b.input("a", 16) + b.input("b", 16) + b.input("c", 16)); };
  // Two LUTs per bit, but one at the end, as Yosys 0.23 has it: alumacc and maccmap make a compressor, whose last gate
  // is in the chain's LUT.
  EXPECT_EQ(area(xc7(), sum).logic_luts, 31);
}

Area delayed(const Fabric& fabric, int cycles) {
  return area(fabric, [cycles](hw::Builder& b) { b.output("q", b.delay("d", b.input("a", 4), cycles)); });
}

TEST(Registers, AKeptOnePartsAShiftRegister) {
  const auto row = [](bool kept) {
    return [kept](hw::Builder& b) {
      const hw::Value first = kept ? b.kept_reg("first", b.input("a", 4)) : b.reg("first", b.input("a", 4));
      b.output("q", b.reg("third", b.reg("second", first)));
    };
  };
  EXPECT_EQ(area(xc7(), row(false)), (Area{0, 4, 0, 0, 0, 0, 0}));
  EXPECT_EQ(area(xc7(), row(true)), (Area{0, 0, 0, 12, 0, 0, 0}));
}

TEST(Registers, LongChainsAreShiftRegisters) {
  EXPECT_EQ(delayed(xc7(), 2), (Area{0, 0, 0, 8, 0, 0, 0}));
  EXPECT_EQ(delayed(xc7(), 3), (Area{0, 4, 0, 0, 0, 0, 0}));
  EXPECT_EQ(delayed(xc7(), 16).shift_luts, 4);
  EXPECT_EQ(delayed(xc7(), 17), (Area{0, 4, 0, 4, 0, 0, 0}));
  EXPECT_EQ(delayed(xc7(), 33), (Area{0, 4, 0, 4, 0, 0, 0}));
  EXPECT_EQ(delayed(xc7(), 39).shift_luts, 8);
  EXPECT_EQ(delayed(alm(), 17), (Area{0, 0, 0, 68, 0, 0, 0}));
}

TEST(Registers, ATapInTheMiddleBreaksTheChain) {
  const Area a = area(xc7(), [](hw::Builder& b) {
    const auto first = b.reg("a1", b.input("a", 1)), second = b.reg("a2", first);
    b.output("tap", second);
    b.output("q", b.reg("a4", b.reg("a3", second)));
  });
  EXPECT_EQ(a, (Area{0, 0, 0, 4, 0, 0, 0}));
}

TEST(Registers, DuplicatesAreOneAndTheUnreadAreNone) {
  const Area a = area(xc7(), [](hw::Builder& b) {
    const auto d = b.input("d", 8);
    b.output("p", b.reg("p_q", d));
    b.output("q", b.reg("q_q", d));
    b.reg("unread", d);
  });
  EXPECT_EQ(a.flip_flops, 8);
}

TEST(Registers, AResetIsAPinAnEnableToo) {
  const Area a = area(xc7(), [](hw::Builder& b) {
    const auto clear = b.input("clear", 1), d = b.input("d", 8);
    b.output("q", b.reg("q_q", mux(clear, b.zero(8), d)));
  });
  EXPECT_EQ(a, (Area{0, 0, 0, 8, 0, 0, 0}));
}

Area product(const Fabric& fabric, int width, bool registered) {
  return area(fabric, [&](hw::Builder& b) {
    const auto p = mul(b.input("a", width), b.input("b", width));
    b.output("q", registered ? b.reg("p", p) : p);
  });
}

TEST(Multipliers, TilesOfAFamily) {
  EXPECT_EQ(product(xc7(), 16, false).dsps, 1);
  EXPECT_EQ(product(xc7(), 24, false).dsps, 2);
  EXPECT_EQ(product(alm(), 24, false).dsps, 1);
  EXPECT_EQ(product(alm(), 32, false).dsps, 4);
}

TEST(Multipliers, IntelTilesAndArithmeticCellsForWhatTheyDoNotAdd) {
  EXPECT_EQ(product(alm(), 27, false).dsps, 1);
  EXPECT_EQ(product(alm(), 27, false).logic_luts, 0);
  EXPECT_EQ(product(alm(), 34, false).dsps, 4);
  EXPECT_EQ(product(alm(), 34, false).logic_luts, 170);  // Yosys 0.23: as many MISTRAL_ALUT_ARITH
}

TEST(Multipliers, TheLastTileHasTheResultsRegister) {
  EXPECT_EQ(product(xc7(), 24, true).flip_flops, 17);  // the low bits come out of the first tile
  EXPECT_EQ(product(alm(), 24, true).flip_flops, 48);
}

TEST(Memories, OneAddress) {
  EXPECT_EQ(memory_area(15, 96, hw::MemoryStyle::kDistributed, xc7()), (Area{0, 0, 48, 96, 0, 0, 0}));
  EXPECT_EQ(memory_area(64, 32, hw::MemoryStyle::kDistributed, xc7()).memory_luts, 32);
  EXPECT_EQ(memory_area(512, 36, hw::MemoryStyle::kBlock, xc7()), (Area{0, 0, 0, 0, 1, 0, 0}));
  EXPECT_EQ(memory_area(512, 40, hw::MemoryStyle::kBlock, alm()).rams, 1);
  EXPECT_EQ(memory_area(300, 1, hw::MemoryStyle::kBlock, alm()).rams, 0);  // less than a twentieth of an M20K
}

/// Each of these was seen: Yosys 0.23, synth_ecp5, a memory as the generator prints it.
TEST(Memories, OfEcp5InLutsOrBlocks) {
  struct Seen {
    std::int64_t depth, width, memories, luts;
  };
  for (const Seen& s : {Seen{16, 4, 1, 0}, {15, 96, 24, 0}, {32, 8, 4, 10}, {40, 10, 9, 23}, {64, 32, 32, 132}}) {
    const Area a = memory_area(s.depth, s.width, hw::MemoryStyle::kDistributed, fabric_of("ecp5"));
    EXPECT_EQ(a, (Area{s.luts, 0, 6 * s.memories, s.width, 0, 0, 0})) << s.depth << " x " << s.width;
  }
  EXPECT_EQ(memory_area(16, 4, hw::MemoryStyle::kBlock, fabric_of("ecp5-8")).rams, 1);
  EXPECT_EQ(memory_area(1024, 36, hw::MemoryStyle::kBlock, fabric_of("ecp5")), (Area{0, 0, 0, 0, 2, 0, 0}));
  EXPECT_EQ(memory_area(16, 4, hw::MemoryStyle::kDistributed, fabric_of("ice40hx")).rams, 1) << "has no LUT memory";
  EXPECT_EQ(fifo_memory(40, 32, fabric_of("ecp5")), (Area{67, 0, 144, 32, 0, 0, 0}));
  EXPECT_EQ(fifo_memory(20, 100, fabric_of("ecp5")), (Area{102, 0, 300, 100, 0, 0, 0}));
  EXPECT_EQ(fifo_memory(100, 16, fabric_of("ecp5")).rams, 1);
}

/// Each of these was seen: Yosys 0.23, synth_xilinx -family xc7, rtl/rtlgen_fifo.v.
TEST(Memories, AFifosIsWhatIsCheapest) {
  struct Seen {
    std::int64_t width, depth, luts, rams;
  };
  for (const Seen& s : {Seen{1, 2100, 0, 1},
                        {1, 1100, 72, 0},
                        {8, 300, 60, 0},
                        {8, 512, 0, 1},
                        {16, 128, 48, 0},
                        {16, 200, 0, 1},
                        {32, 64, 44, 0},
                        {32, 65, 0, 1},
                        {128, 64, 172, 0},
                        {128, 65, 0, 4},
                        {512, 600, 0, 29}}) {
    const Area a = fifo_memory(s.depth, s.width, xc7());
    EXPECT_EQ(a.memory_luts, s.luts) << s.width << " x " << s.depth;
    EXPECT_EQ(a.rams, s.rams) << s.width << " x " << s.depth;
  }
}

TEST(Calibrations, FactorsAndFile) {
  Calibration c{"xc7", "yosys 0.23", {}};
  c.add("float add", 400, 360);
  c.add("float add", 400, 320);
  c.add("kernel", 200, 200);
  EXPECT_DOUBLE_EQ(c.factor("float add"), 0.85);
  EXPECT_DOUBLE_EQ(c.factor("kernel"), 1);
  EXPECT_DOUBLE_EQ(c.factor("never seen"), 0.88);
  EXPECT_DOUBLE_EQ(Calibration{}.factor("kernel"), 1);
  EXPECT_EQ(*calibration_from(to_json(c)), c);
  EXPECT_FALSE(calibration_from("no json"));
  EXPECT_FALSE(calibration_from(R"({"fabric": "xc7"})"));
  EXPECT_FALSE(calibration_from(
      R"({"fabric": "xc7", "tool": "t", "kinds": {"kernel": {"modules": 0, "mapped": 1, "counted": 1}}})"));
}

TEST(Calibrations, TheProgramCarriesOnesThatWereFitted) {
  for (const std::string fabric : {"xc7", "cyclone10gx"}) {
    const Calibration& c = calibration_of(fabric);
    EXPECT_EQ(c.fabric, fabric);
    EXPECT_NE(c.tool.find("yosys"), std::string::npos);
    for (const auto& [name, kind] : c.kinds) {
      EXPECT_GE(c.factor(name), 0.4) << fabric << " " << name;
      EXPECT_LE(c.factor(name), 2) << fabric << " " << name;
    }
  }
}

}  // namespace
}  // namespace rtlgen::model

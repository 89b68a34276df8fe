// Static timing of AMD families: each kind of cell is on the path that it makes, with the figures of its row, a path
// that is made long is found, and clocks are apart.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "hw/delay_model.hpp"
#include "static_timing/static_timing.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

constexpr int kPeriod = 10000;

/// Logic between registers of a clock of its own: `once`, and a counterpart that is longer.
struct Kind {
  const char* name;
  const char* cell;  ///< that both paths have
  const char* once;
  const char* twice;
};

/// Each takes a1, b1 (registers of 32 bits) to q, and may have m, n, s of its own.
constexpr Kind kKinds[] = {
    {"lut", "LUT", "always @(posedge clk) q <= {31'd0, ^a1[5:0]};", "always @(posedge clk) q <= {31'd0, ^a1};"},
    {"carry", "CARRY", "always @(posedge clk) q <= a1 + b1;",
     "wire [31:0] t = a1 + b1; always @(posedge clk) q <= t + {t[0], t[31:1]};"},
    {"wide", "MUXF", "always @(posedge clk) q <= {31'd0, a1[b1[3:0]]};",
     "wire t = a1[b1[3:0]]; always @(posedge clk) q <= {31'd0, b1[{3'd0, t} + a1[3:0]]};"},
    {"shift", "SRL", "reg [15:0] s; always @(posedge clk) begin s <= {s[14:0], a1[0]}; q <= {31'd0, s[b1[3:0]]}; end",
     "reg [15:0] s; always @(posedge clk) begin s <= {s[14:0], a1[0]}; q <= b1 + {31'd0, s[b1[3:0]]}; end"},
    {"lut_ram", "LUTRAM",
     "(* ram_style = \"distributed\" *) reg [7:0] m[0:31];"
     "always @(posedge clk) begin if (b1[31]) m[b1[4:0]] <= b1[15:8]; q <= {24'd0, m[a1[4:0]]}; end",
     "(* ram_style = \"distributed\" *) reg [7:0] m[0:31]; wire [7:0] t = m[a1[4:0]];"
     "always @(posedge clk) begin if (b1[31]) m[b1[4:0]] <= b1[15:8]; q <= {31'd0, ^{t, a1[31:5]}}; end"},
    {"block_ram", "RAMQ",
     "(* ram_style = \"block\" *) reg [31:0] m[0:1023]; reg [31:0] n;"
     "always @(posedge clk) begin if (b1[31]) m[b1[9:0]] <= a1; n <= m[a1[9:0]]; q <= n; end",
     "(* ram_style = \"block\" *) reg [31:0] m[0:1023]; reg [31:0] n;"
     "always @(posedge clk) begin if (b1[31]) m[b1[9:0]] <= a1; n <= m[a1[9:0]]; q <= n + b1; end"},
    {"enable", "EN", "always @(posedge clk) if (b1[0]) q <= a1;", "always @(posedge clk) if (^b1) q <= a1;"},
    {"reset", "RST", "always @(posedge clk) if (b1[0]) q <= 0; else q <= a1;",
     "always @(posedge clk) if (^b1) q <= 0; else q <= a1;"},
    {"dsp", "DSPMULT", "always @(posedge clk) q <= a1[16:0] * b1[15:0];",
     "wire [31:0] t = a1[15:0] * b1[15:0]; always @(posedge clk) q <= t[24:8] * b1[15:0];"},
};

/// Every kind in one design, so that Yosys runs once.
std::string kinds(bool twice) {
  std::string modules, ports, body;
  for (const Kind& k : kKinds) {
    modules += fmt::format(
        "module kind_{}(input clk, input [31:0] a, b, output reg [31:0] q);\nreg [31:0] a1, b1;\n"
        "always @(posedge clk) begin a1 <= a; b1 <= b; end\n{}\nendmodule\n",
        k.name, twice ? k.twice : k.once);
    ports += fmt::format(", input {0}, output [31:0] q_{0}", k.name);
    body += fmt::format("kind_{0} u_{0}(.clk({0}), .a(a), .b(b), .q(q_{0}));\n", k.name);
  }
  return modules + fmt::format("module kinds(input [31:0] a, b{});\n{}endmodule\n", ports, body);
}

TimingSetup clocks_of_kinds() {
  TimingSetup setup;
  for (const Kind& k : kKinds) setup.clocks.push_back({k.name, kPeriod});
  return setup;
}

bool has(const TimingReport& r, const std::string& cell) {
  return std::any_of(r.cells.begin(), r.cells.end(), [&](const std::string& c) { return c.starts_with(cell); });
}

TEST(AmdTiming, EachKindOfCellIsOnItsPathAndALongerOneIsFound) {
  RTLGEN_NEED_TOOLS("sta");
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  const std::vector<TimingReport> once = static_timing(kinds(false), "kinds", device, clocks_of_kinds());
  const std::vector<TimingReport> twice = static_timing(kinds(true), "kinds", device, clocks_of_kinds());
  ASSERT_EQ(once.size(), std::size(kKinds));
  for (std::size_t i = 0; i < std::size(kKinds); ++i) {
    const Kind& k = kKinds[i];
    EXPECT_TRUE(has(once[i], k.cell)) << k.name << ": " << fmt::format("{}", fmt::join(once[i].cells, " "));
    EXPECT_TRUE(has(twice[i], k.cell)) << k.name << ": " << fmt::format("{}", fmt::join(twice[i].cells, " "));
    EXPECT_GT(once[i].worst_ps, 0) << k.name;
    EXPECT_GT(twice[i].worst_ps, once[i].worst_ps + device.cells->lut) << k.name;
    EXPECT_EQ(once[i].slack_ps, kPeriod - once[i].worst_ps) << k.name;
  }
}

// ---------------------------------------------------------------- the netlist, cell by cell

/// A netlist of one cell, all of its bits numbered; `clk` is bit 2.
std::string one_cell(const std::string& type, const std::string& parameters, const std::string& connections,
                     const std::string& directions) {
  return fmt::format(
      R"({{"modules": {{"m": {{"attributes": {{"top": "1"}}, "ports": {{}}, "netnames": {{"clk": {{"bits": [2]}}}},
          "cells": {{"c": {{"type": "{}", "parameters": {{{}}}, "connections": {{{}}},
          "port_directions": {{{}}}}}}}}}}}}})",
      type, parameters, connections, directions);
}

std::string netlist(const std::string& json) { return timing_netlist(json, *hw::DelayModel::find("xc7")); }

std::string product(const std::string& registers, const std::string& more = "") {
  return one_cell("DSP48E1", registers,
                  R"("CLK": [2], "A": [3, 4], "B": [5, 6], "P": [7], "PCIN": [8], "PCOUT": [9])" + more,
                  R"("CLK": "input", "A": "input", "B": "input", "P": "output", "PCIN": "input", "PCOUT": "output",
                     "ACIN": "input", "D": "input")");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(AmdNetlist, RegistersOfADspCutItsPaths) {
  const std::string none = netlist(product(R"("AREG": "0")"));
  EXPECT_EQ(count(none, "DSPD "), 0U);
  EXPECT_EQ(count(none, "DSPS "), 0U);
  EXPECT_NE(none.find("DSPMULT "), std::string::npos);
  EXPECT_EQ(count(none, "_staged"), 0U);
  const std::string operands = netlist(product(R"("AREG": "1", "BREG": "1")"));
  EXPECT_EQ(count(operands, "DSPD "), 4U);
  EXPECT_EQ(count(operands, "DSPQ_slice "), 1U);
  const std::string all = netlist(product(R"("AREG": "1", "BREG": "1", "MREG": "1", "PREG": "1")"));
  EXPECT_EQ(count(all, "DSPS "), 2U);
  EXPECT_NE(all.find("DSPMULT_staged "), std::string::npos);
  EXPECT_NE(all.find("DSPADD_staged "), std::string::npos);
  EXPECT_NE(all.find(".I0(n8)"), std::string::npos) << "PCIN is added";
  const std::string cascade = netlist(product(R"("A_INPUT": "CASCADE", "BREG": "1")", R"(, "ACIN": [10])"));
  EXPECT_NE(cascade.find(".I0(n10), .R("), std::string::npos) << cascade;
  EXPECT_EQ(cascade.find("(n3)"), std::string::npos);
}

/// A plus D into the register between: the time of the block's adder, and no part of the product's.
TEST(AmdNetlist, ASumInFrontOfAProductTakesTheAdderOfTheDsp) {
  const std::string operands = R"(, "D": [11, 12])";
  const std::string sum = netlist(product(R"("ADREG": "1", "AREG": "0", "BREG": "1")", operands));
  const std::string bare = netlist(product(R"("ADREG": "0", "AREG": "0", "BREG": "1")", operands));
  const std::string held = netlist(product(R"("ADREG": "1", "AREG": "1", "BREG": "1")", operands));
  const std::string all = "(.I0(n3), .I1(n4), .I2(n11), .I3(n12), ";
  EXPECT_NE(sum.find("DSPADD u2_dsp1_d " + all + ".R(1'b0), .O(dsp1_d))"), std::string::npos) << sum;
  EXPECT_NE(sum.find("DSPD u3_dsp1_AD (.C(clk0), .D(dsp1_d))"), std::string::npos) << sum;
  EXPECT_NE(sum.find("DSPMULT u7_dsp1_u (.R("), std::string::npos) << sum;
  // The controls: without the register of the sum, or with A's in front of it, the product takes the operands.
  EXPECT_EQ(bare.find("dsp1_d)"), std::string::npos) << bare;
  EXPECT_NE(bare.find("dsp1_u " + all), std::string::npos) << bare;
  EXPECT_EQ(held.find("dsp1_d)"), std::string::npos) << held;
  EXPECT_NE(held.find("dsp1_u (.I0(n11), .I1(n12), "), std::string::npos) << held;
}

TEST(AmdNetlist, BlockRamsHaveTwoClocksAndAnOutputRegister) {
  const auto ram = [](const char* reg) {
    return timing_netlist(
        one_cell("RAMB18E1", std::string(R"("DOB_REG": ")") + reg + R"(", "RAM_MODE": "TDP")",
                 R"("CLKARDCLK": [2], "CLKBWRCLK": [3], "DIADI": [4], "DOBDO": [5], "ADDRBWRADDR": [6])",
                 R"("CLKARDCLK": "input", "CLKBWRCLK": "input", "DIADI": "input", "DOBDO": "output",
                    "ADDRBWRADDR": "input")"),
        *hw::DelayModel::find("xc7"), {{{"clk", 0}, {"other", 0}}, {}});
  };
  EXPECT_THROW(ram("0"), std::runtime_error) << "no net is called other";
  std::string two = one_cell("RAMB18E1", R"("DOB_REG": "1", "RAM_MODE": "TDP")",
                             R"("CLKARDCLK": [2], "CLKBWRCLK": [3], "DIADI": [4], "DOBDO": [5], "ADDRBWRADDR": [6])",
                             R"("CLKARDCLK": "input", "CLKBWRCLK": "input", "DIADI": "input", "DOBDO": "output",
                                "ADDRBWRADDR": "input")");
  EXPECT_THROW(netlist(two), std::runtime_error) << "a clock that is not named";
  const std::string names = R"("netnames": {"clk": {"bits": [2]})";
  two.replace(two.find(names), names.size(), R"("netnames": {"clk": {"bits": [2]}, "other": {"bits": [3]})");
  // A port that drives a load is one that is read.
  const std::string ports = R"("ports": {})";
  two.replace(two.find(ports), ports.size(), R"("ports": {"q": {"direction": "output", "bits": [5]}})");
  const std::string text = timing_netlist(two, *hw::DelayModel::find("xc7"), {{{"clk", 0}, {"other", 0}}, {}});
  EXPECT_NE(text.find("(.C(clk0), .D(n4))"), std::string::npos) << text;
  EXPECT_NE(text.find("(.C(clk1), .D(n6))"), std::string::npos) << text;
  EXPECT_NE(text.find("RAMRQ_0 "), std::string::npos) << text;
}

TEST(AmdNetlist, AnUnknownCellIsAFault) {
  EXPECT_THROW(netlist(one_cell("MYSTERY", "", R"("A": [3])", R"("A": "input")")), std::runtime_error);
  const TimingSetup boxed{{{"clk", 0}}, {{"MYSTERY", "clk"}}};
  EXPECT_NE(
      timing_netlist(one_cell("MYSTERY", "", R"("A": [3])", R"("A": "input")"), *hw::DelayModel::find("xc7"), boxed)
          .find("FFD "),
      std::string::npos);
}

/// A register of one clock that a register of another one reads: no path; within a clock it is one.
TEST(AmdTiming, ClocksAreApart) {
  RTLGEN_NEED_TOOLS("sta");
  const auto design = [](const char* second) {
    return fmt::format(
        "module two(input c0, c1, input d, output reg q, output reg p);\nreg a, b, e;\n"
        "always @(posedge c0) begin a <= d; p <= e; e <= d; end\n"
        "always @(posedge {}) q <= a;\nendmodule\n",
        second);
  };
  const TimingSetup setup{{{"c0", kPeriod}, {"c1", kPeriod}}, {}};
  const hw::DelayModel& device = *hw::DelayModel::find("xcup");
  EXPECT_EQ(static_timing(design("c1"), "two", device, setup).at(1).worst_ps, 0);
  const TimingReport within = static_timing(design("c0"), "two", device, setup).at(0);
  const hw::CellDelays& d = *device.cells;
  EXPECT_EQ(within.worst_ps, d.clock_to_q + hw::route_ps(d, 1) + d.set_up - d.lut);
}

TEST(AmdTiming, PathsFromRegistersThatRestAreLeftOut) {
  RTLGEN_NEED_TOOLS("sta");
  const auto worst = [](const std::string& name) {
    std::string text = fmt::format(
        "module top(input clk, input [31:0] a, output reg [31:0] q, output reg r);\nreg [31:0] {0};\n", name);
    for (int i = 1; i <= 8; ++i)
      text += fmt::format("wire [31:0] t{0} = {1} + {{{1}[0], {1}[31:1]}};\n", i,
                          i == 1 ? name : fmt::format("t{}", i - 1));
    text += fmt::format("always @(posedge clk) begin {} <= a; q <= t8; r <= q[0] ^ q[31]; end\nendmodule\n", name);
    return static_timing(text, "top", *hw::DelayModel::find("xc7"), {{{"clk", kPeriod}}, {}}).at(0).worst_ps;
  };
  const int resting = worst("static_last");
  EXPECT_GT(resting, 0);
  EXPECT_LT(resting, 3000);
  EXPECT_GT(worst("fantastic_last"), kPeriod);
  EXPECT_GT(worst("estatic_last"), kPeriod) << "the name begins so, or is another's";
}

}  // namespace
}  // namespace rtlgen::synthesis

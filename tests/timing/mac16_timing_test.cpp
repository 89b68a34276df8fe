// SB_MAC16 in static timing: what is read of a cell, and the paths that OpenSTA finds through its product, its adder
// and its registers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "static_timing/static_timing.hpp"
#include "static_timing/timing_mac16.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {
namespace {

const hw::DelayModel& up() { return *hw::DelayModel::find("ice40up"); }

/// A netlist of one SB_MAC16 with an adder behind its product, as Yosys makes it, but for `parameters`, which come
/// later and so count, and further `ports` with their `directions`.
std::string block_with(const std::string& parameters, const std::string& ports = "",
                       const std::string& directions = "") {
  return fmt::format(
      R"({{"modules": {{"m": {{"attributes": {{"top": "1"}}, "ports": {{}}, "cells": {{"c": {{"type": "SB_MAC16",
          "parameters": {{"BOTADDSUB_LOWERINPUT": "10", "TOPADDSUB_LOWERINPUT": "10", "BOTADDSUB_UPPERINPUT": "1",
          "TOPADDSUB_UPPERINPUT": "1", "BOTOUTPUT_SELECT": "00", "TOPOUTPUT_SELECT": "00"{}}},
          "connections": {{"A": [2], "B": [3], "C": [4], "D": [5],
          "O": [6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22]{}}},
          "port_directions": {{"A": "input", "B": "input", "C": "input", "D": "input", "O": "output"{}}}}}}}}}}}}})",
      parameters, ports, directions);
}

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(Mac16, IsReadHalfByHalf) {
  const std::string low_product = R"(, "BOTOUTPUT_SELECT": "11")", high_product = R"(, "TOPOUTPUT_SELECT": "11")";
  EXPECT_EQ(count(timing_netlist(block_with(""), up()), "MAC_0"), 17);
  const std::string bare = timing_netlist(block_with(low_product + high_product), up());
  EXPECT_EQ(count(bare, "DSP_0"), 17);
  EXPECT_EQ(count(bare, "MAC"), 0);
  EXPECT_EQ(count(bare, "FFD"), 0);
  const std::string mixed = timing_netlist(block_with(R"(, "BOTOUTPUT_SELECT": "01")" + high_product), up());
  EXPECT_EQ(count(mixed, "MACQ_0"), 16);
  EXPECT_EQ(count(mixed, "DSP_0"), 1);
  EXPECT_EQ(count(mixed, "MACD"), 2);
  EXPECT_EQ(count(mixed, "MACA"), 2);
}

TEST(Mac16, OperandRegistersAreFlipFlopsBesideIt) {
  for (const auto& [inside, operand] : {std::pair("A_REG", ".D(n2)"), std::pair("B_REG", ".D(n3)"),
                                        std::pair("C_REG", ".D(n4)"), std::pair("D_REG", ".D(n5)")}) {
    const std::string netlist = timing_netlist(block_with(fmt::format(R"(, "{}": "1")", inside)), up());
    EXPECT_EQ(count(netlist, "MAC_0"), 17);
    EXPECT_EQ(count(netlist, "FFQ_0"), 1);
    EXPECT_NE(netlist.find(operand, netlist.find("FFD")), std::string::npos) << inside;
  }
}

TEST(Mac16, OtherUsesAreRefused) {
  for (const char* inside :
       {"TOP_8x8_MULT_REG", "BOT_8x8_MULT_REG", "PIPELINE_16x16_MULT_REG1", "PIPELINE_16x16_MULT_REG2", "MODE_8x8"})
    EXPECT_THROW(timing_netlist(block_with(fmt::format(R"(, "{}": "1")", inside)), up()), std::runtime_error) << inside;
  for (const char* parameter :
       {R"("TOPOUTPUT_SELECT": "10")", R"("BOTOUTPUT_SELECT": "10")", R"("TOPADDSUB_LOWERINPUT": "00")",
        R"("BOTADDSUB_LOWERINPUT": "01")", R"("TOPADDSUB_UPPERINPUT": "0")", R"("BOTADDSUB_UPPERINPUT": "0")"})
    EXPECT_THROW(timing_netlist(block_with(std::string(", ") + parameter), up()), std::runtime_error) << parameter;
  for (const char* port : {"CI", "ADDSUBTOP", "OLOADBOT", "CE"}) {
    const std::string direction = fmt::format(R"(, "{}": "input")", port);
    EXPECT_THROW(timing_netlist(block_with("", fmt::format(R"(, "{}": [2])", port), direction), up()),
                 std::runtime_error);
    EXPECT_NO_THROW(timing_netlist(block_with("", fmt::format(R"(, "{}": ["1"])", port), direction), up()));
  }
  const std::string carry = R"(, "CO": "output")";
  EXPECT_THROW(timing_netlist(block_with("", R"(, "CO": [2])", carry), up()), std::runtime_error);
  EXPECT_NO_THROW(timing_netlist(block_with("", R"(, "CO": [99])", carry), up()));
}

enum class Behind { kProduct, kSum, kRegister };

/// A product of 16 x 16 bits between registers, with what is behind it in its block.
hw::Design between_registers(Behind behind) {
  hw::Builder b("mac");
  const hw::Value x = b.reg("x", b.input("a", 16)), y = b.reg("y", b.input("b", 16));
  const hw::Value z = b.reg("z", b.input("c", 32));
  // A LUT between sum and register keeps the register out of the block.
  const hw::Value product = mul(x, y);
  b.output("q", b.reg("result", behind == Behind::kProduct ? product
                                : behind == Behind::kSum   ? (product + z) ^ b.reg("w", b.input("d", 32))
                                                           : product + z));
  hw::Module module = b.finish();
  module.keeps_products = behind == Behind::kProduct;
  return {.top = "mac", .modules = {module}, .leaves = {}};
}

/// Between registers in the slowest way: from an operand register, which is counted beside the block.
TEST(Mac16, PathsAreThoseOfTheTable) {
  RTLGEN_NEED_TOOLS("sta");
  const hw::CellDelays& d = *up().cells;
  const int in = d.clock_to_q + hw::route_ps(d, 1), out = hw::route_ps(d, 1) + d.set_up;
  const int product = in + d.dsp + out, sum = in + mac16::kProductAndSumPs + out,
            into_register = in + mac16::kRegisterSetUpPs;
  for (const auto& [behind, wanted] : {std::pair(Behind::kProduct, product), std::pair(Behind::kSum, sum),
                                       std::pair(Behind::kRegister, into_register)}) {
    const hw::Design design = between_registers(behind);
    const TimingReport held = static_timing(design, up(), wanted);
    EXPECT_EQ(held.netlist.at("SB_MAC16"), 1);
    EXPECT_EQ(held.netlist.count("SB_CARRY"), 0U) << "the sum is not in the block";
    EXPECT_EQ(held.worst_ps, wanted) << fmt::format("{}", fmt::join(held.cells, " "));
    EXPECT_EQ(held.slack_ps, 0);
    EXPECT_LT(static_timing(design, up(), wanted - 1).slack_ps, 0);
  }
}

}  // namespace
}  // namespace rtlgen::synthesis

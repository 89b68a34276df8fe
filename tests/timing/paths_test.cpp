// The predicted longest path: the sum of its row's delays, growing with what is made longer; where cells are unknown
// there is none.
#include "model/paths.hpp"

#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"

namespace rtlgen::model {
namespace {

hw::Design design_of(hw::Builder& b) {
  hw::Design design;
  design.modules.push_back(b.finish());
  design.top = design.modules.front().name;
  return design;
}

/// Sums of so many words of so many bits between registers.
hw::Design sums(int width, int terms) {
  hw::Builder b("sums");
  hw::Value sum = b.reg("r0", b.input("x0", width));
  for (int i = 1; i < terms; ++i) {
    const std::string n = std::to_string(i);
    sum = b.reg("s" + n, sum) ^ (sum + b.reg("r" + n, b.input("x" + n, width)));
  }
  b.output("q", b.reg("q_r", sum));
  return design_of(b);
}

const hw::CellDelays& cells_of(const char* device) { return hw::DelayModel::find(device)->cells.value(); }

int path(const hw::Design& design, const char* device) {
  return longest_path(design, *hw::DelayModel::find(device)).value().ps;
}

TEST(Paths, MoreLogicTakesLonger) {
  for (const char* device : {"ice40hx", "ice40up", "ecp5", "ecp5-8", "xc7", "xcu", "xcup"}) {
    const int once = path(sums(8, 2), device);
    EXPECT_GT(once, hw::DelayModel::find(device)->cells->clock_to_q) << device;
    EXPECT_GT(path(sums(32, 2), device), once) << device;
    EXPECT_GT(path(sums(8, 4), device), once) << device;
  }
  EXPECT_GT(path(sums(8, 2), "ice40up"), path(sums(8, 2), "ice40hx"));
  EXPECT_GT(path(sums(8, 2), "ecp5"), path(sums(8, 2), "ecp5-8")) << "a slower grade";
  for (const std::string family : {"xc7", "xcu", "xcup"}) {
    EXPECT_GT(path(sums(8, 2), (family + "-1").c_str()), path(sums(8, 2), family.c_str())) << "a slower grade";
    EXPECT_GT(path(sums(8, 2), family.c_str()), path(sums(8, 2), (family + "-3").c_str())) << "a slower grade";
  }
}

/// A register is not packed with what multiplies, but with the sum of a product of several tiles.
TEST(Paths, AProductIsRoutedToItsRegister) {
  const auto product = [](int wide) {
    hw::Builder b("product");
    b.output("q", b.reg("q_r", mul(b.reg("a_r", b.input("a", wide)), b.reg("b_r", b.input("b", 16)))));
    return design_of(b);
  };
  for (const char* device : {"ice40up", "ecp5", "ecp5-8"}) {
    const hw::CellDelays& d = cells_of(device);
    const int tile = d.clock_to_q + d.route + d.dsp + d.route;
    EXPECT_EQ(path(product(16), device), tile + d.set_up) << device;
    const int bits = hw::DelayModel::find(device)->dsp_block().width_a;
    const int sum = d.carry_on + d.carry_bit * bits + d.carry_off;
    EXPECT_EQ(path(product(bits + 8), device), tile + sum - d.lut + d.set_up) << device;
  }
}

enum class Late { kWord, kWriteAddress, kReadAddress, kWrite };

/// A memory of 16 bytes of which one input comes from a product.
hw::Design fed(hw::MemoryStyle style, Late late, bool own_read_address) {
  hw::Builder b("fed");
  const hw::Value product = mul(b.reg("a_r", b.input("a", 8)), b.reg("b_r", b.input("b", 8)));
  const auto input = [&](const char* name, int width, Late which) {
    return which == late ? product.slice(width - 1, 0) : b.reg(std::string(name) + "_r", b.input(name, width));
  };
  const hw::Value word = input("word", 8, Late::kWord), to = input("to", 4, Late::kWriteAddress);
  const hw::Value from = own_read_address ? input("from", 4, Late::kReadAddress) : hw::Value{};
  const hw::Value q = b.memory("ram", 16, style, to, word, {}, "", input("write", 1, Late::kWrite), from);
  b.output("q", b.reg("q_r", q));
  return design_of(b);
}

TEST(Paths, LutRamIsReadBeforeItsRegister) {
  using enum Late;
  for (const char* device : {"ecp5", "ecp5-8"}) {
    const hw::CellDelays& d = cells_of(device);
    const int there = d.clock_to_q + d.route + d.dsp + d.route;
    const int read = d.lut_ram + d.route;
    const auto ps = [&](Late late, bool own) { return path(fed(hw::MemoryStyle::kDistributed, late, own), device); };
    EXPECT_EQ(ps(kReadAddress, true), there + read + d.set_up) << device;
    EXPECT_EQ(ps(kWriteAddress, false), there + read + d.set_up) << device << ": one address";
    EXPECT_EQ(ps(kWriteAddress, true), there + d.set_up) << device;
    EXPECT_EQ(ps(kWord, true), there + d.set_up) << device;
    EXPECT_EQ(ps(kWrite, true), there + d.set_up) << device;
  }
}

/// Enables of eight bits, by a register or by a gate of two.
TEST(Paths, EnablesAreRoutedByTheirBuffer) {
  const auto enabled = [](bool by_gate) {
    hw::Builder b("enabled");
    hw::Value enable = b.reg("on", b.input("e", 1));
    if (by_gate) enable = enable & b.reg("too", b.input("f", 1));
    b.output("q", b.reg("q_r", b.input("d", 8), enable));
    return design_of(b);
  };
  for (const char* device : {"ice40hx", "ice40up", "ecp5", "ecp5-8"}) {
    const hw::CellDelays& d = cells_of(device);
    const int route = d.global > 0 ? d.global : hw::route_ps(d, 8);
    EXPECT_EQ(path(enabled(false), device), d.clock_to_q + route) << device;
    EXPECT_EQ(path(enabled(true), device), d.clock_to_q + d.route + d.lut + route) << device;
  }
}

TEST(Paths, UnknownCellsAreUnknown) {
  for (const char* device : {"xc5v", "stratixv", "agilex"})
    EXPECT_FALSE(longest_path(sums(8, 2), *hw::DelayModel::find(device))) << device;
}

}  // namespace
}  // namespace rtlgen::model

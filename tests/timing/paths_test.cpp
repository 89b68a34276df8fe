// The predicted longest path: it grows with what is made longer, and where cells are unknown there is none.
#include "model/paths.hpp"

#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"

namespace rtlgen::model {
namespace {

/// Sums of so many words of so many bits between registers.
hw::Design sums(int width, int terms) {
  hw::Builder b("sums");
  hw::Value sum = b.reg("r0", b.input("x0", width));
  for (int i = 1; i < terms; ++i) {
    const std::string n = std::to_string(i);
    sum = b.reg("s" + n, sum) ^ (sum + b.reg("r" + n, b.input("x" + n, width)));
  }
  b.output("q", b.reg("q_r", sum));
  hw::Design design;
  design.top = "sums";
  design.modules.push_back(b.finish());
  return design;
}

int path(const hw::Design& design, const char* device) {
  return longest_path(design, *hw::DelayModel::find(device)).value().ps;
}

TEST(Paths, MoreLogicTakesLonger) {
  for (const char* device : {"ice40hx", "ice40up", "ecp5", "ecp5-8"}) {
    const int once = path(sums(8, 2), device);
    EXPECT_GT(once, hw::DelayModel::find(device)->cells->clock_to_q) << device;
    EXPECT_GT(path(sums(32, 2), device), once) << device;
    EXPECT_GT(path(sums(8, 4), device), once) << device;
  }
  EXPECT_GT(path(sums(8, 2), "ice40up"), path(sums(8, 2), "ice40hx"));
  EXPECT_GT(path(sums(8, 2), "ecp5"), path(sums(8, 2), "ecp5-8")) << "a slower grade";
}

TEST(Paths, UnknownCellsAreUnknown) {
  for (const char* device : {"xc7", "stratixv", "agilex"})
    EXPECT_FALSE(longest_path(sums(8, 2), *hw::DelayModel::find(device))) << device;
}

}  // namespace
}  // namespace rtlgen::model

// Static timing of AMD families: operators and a core hold the clocks that they are known to hold
// (docs/evidence/timing.md has those that do not), and longer ones are found.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "board/clock.hpp"
#include "contract/clock.hpp"
#include "designs.hpp"
#include "hw/delay_model.hpp"
#include "operators.hpp"
#include "synthesis/yosys.hpp"
#include "tools.hpp"

namespace rtlgen::bench {
namespace {

struct Held {
  const char* row;
  const char* name;  ///< name of an operator case
};

std::string path_text(const synthesis::TimingReport& r) {
  return fmt::format("{} ps from {} to {}: {}", r.worst_ps, r.from, r.to, fmt::join(r.cells, " "));
}

int period_of(const char* row) { return contract::Clock::of_mhz(board::standard_clock_mhz(row)).period_ps; }

synthesis::TimingReport timing_of(const Held& held, int fewer) {
  const std::vector<OperatorCase> all = operator_cases();
  const auto found = std::find_if(all.begin(), all.end(), [&](const OperatorCase& c) { return c.name == held.name; });
  if (found == all.end()) {
    ADD_FAILURE() << "no operator is called " << held.name;
    return {};
  }
  const hw::DelayModel& device = *hw::DelayModel::find(held.row);
  const int period_ps = period_of(held.row);
  return synthesis::static_timing(between_registers(found->request, device, period_ps, fewer).design, device,
                                  period_ps);
}

class OperatorOfARow : public testing::TestWithParam<Held> {};

TEST_P(OperatorOfARow, HoldsItsPeriod) {
  RTLGEN_NEED_TOOLS("sta");
  const synthesis::TimingReport r = timing_of(GetParam(), 0);
  EXPECT_GT(r.worst_ps, 0);
  EXPECT_GE(r.slack_ps, 0) << path_text(r);
}

TEST(OperatorHolds, AndNotWithoutItsRegisters) {
  RTLGEN_NEED_TOOLS("sta");
  EXPECT_LT(timing_of({"xc7", "add float16"}, 99).slack_ps, 0);
}

/// One lane of HotSpot as a fused sum of aligned floats.
TEST(CoreHolds, ItsPeriodWithAFusedSum) {
  RTLGEN_NEED_TOOLS("sta");
  int period_ps = 0;
  const CoreCase fused{"hotspot2d, fused",
                       "configs/hotspot2d.yaml",
                       {"hardware.steps=1", "hardware.cells_per_cycle=1", "arithmetic=fused"}};
  const synthesis::TimingReport r = core_timing(fused, *hw::DelayModel::find("xc7"), period_ps);
  EXPECT_GT(r.worst_ps, 0);
  // The stages were cut for netlists of Yosys 0.23; 0.52 puts a MUXF7 in front of one carry chain.
  const int beyond_ps = synthesis::yosys_version() == "0.23" ? 0 : 200;
  EXPECT_GE(r.slack_ps, -beyond_ps) << path_text(r);
}

TEST(CoreHolds, ItsPeriod) {
  RTLGEN_NEED_TOOLS("sta");
  int period_ps = 0;
  const CoreCase heat = core_cases().front();
  const synthesis::TimingReport r = core_timing(heat, *hw::DelayModel::find("xc7"), period_ps);
  EXPECT_EQ(period_ps, period_of("xc7"));
  EXPECT_GT(r.worst_ps, 0);
  EXPECT_GE(r.slack_ps, 0) << path_text(r);
}

std::string name_of(const testing::TestParamInfo<Held>& info) {
  std::string name = fmt::format("{}_{}", info.param.row, info.param.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rows, OperatorOfARow,
                         testing::Values(Held{"xc7", "neg float32"}, Held{"xc7", "min float32"},
                                         Held{"xc7", "eq float32"}, Held{"xc7", "add float32"},
                                         Held{"xc7", "mul float32"}, Held{"xc7", "exp float32"}),
                         name_of);

}  // namespace
}  // namespace rtlgen::bench

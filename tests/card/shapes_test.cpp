// Generated shells of every shape with DRAM behind them: each cell of each run is the golden engine's, with stalls too.
#include <algorithm>
#include <filesystem>

#include "card.hpp"
#include "driver/simulate/simulate.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

struct Case {
  std::string shape, dram;
  runner::Hdl hdl;
};

/// Every shape, DRAMs in turn; three in VHDL as well, one behind PCIe.
std::vector<Case> cases() {
  const std::vector<std::string> parts = {"ddr4-2400", "ddr3-1600", "hbm2", "ddr4-2133"};
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/tests/card/shapes"))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  std::vector<Case> list;
  for (const std::string& name : names) {
    list.push_back({name, parts[list.size() % parts.size()], runner::Hdl::kVerilog});
    if (name == "blocks" || name == "late" || name == "vectors")
      list.push_back({name, parts[list.size() % parts.size()], runner::Hdl::kVhdl});
  }
  return list;
}

class CardShape : public testing::TestWithParam<Case> {};

TEST_P(CardShape, AgreesBitForBit) {
  driver::SimOptions options;
  options.run.source.file = shape_file(GetParam().shape);
  options.hdl = GetParam().hdl;
  options.memory = GetParam().shape == "line" ? driver::Memory::kBoard : driver::Memory::kDdr;
  options.dram = GetParam().dram;
  options.random_stalls = true;
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_EQ(report->failure, "");
  EXPECT_EQ(report->mismatches, 0);
  EXPECT_TRUE(report->match());
  ASSERT_TRUE(report->stalled.has_value());
  ASSERT_TRUE(report->card.has_value());
  EXPECT_EQ(report->card->counters.passes,
            static_cast<std::uint64_t>(report->pass_by_pass ? 1 : report->settings.passes));
}

INSTANTIATE_TEST_SUITE_P(Shapes, CardShape, testing::ValuesIn(cases()), [](const auto& c) {
  return c.param.shape + (c.param.hdl == runner::Hdl::kVhdl ? "_vhdl" : "");
});

}  // namespace
}  // namespace rtlgen::test

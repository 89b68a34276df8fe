// The counting of bench_buffers: what Yosys counts, the weight of a cell, and that excess is seen.
#include "cell_count.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace rtlgen::bench {
namespace {

const char* const kStat = R"({"creator": "Yosys 0.23", "invocation": "stat -json ", "modules": {
  "\\part": {"num_wires": 12, "num_cells": 40, "num_cells_by_type": {"FDRE": 20, "INV": 1, "LUT5": 4, "CARRY4": 3,
    "RAMB18SDP": 3, "RAMB36": 2, "RAM64M": 1, "SRLC32E": 5, "outside": 1}},
  "\\top": {"num_cells": 4, "num_cells_by_type": {"FDSE": 1, "LUT2": 1, "part": 2}}},
  "design": {"num_cells": 4000, "num_cells_by_type": {"FDRE": 4000}}})";

TEST(CellCount, SumsOverInstances) {
  const synthesis::CellTable table = synthesis::parse_stat(kStat);
  EXPECT_EQ(area_of(table, "part", "outside"), (Area{3 + 2 * 2, 20, 1 + 4 + 4 + 5}));
  EXPECT_EQ(area_of(table, "top", "outside"), (Area{14, 41, 29}));
  EXPECT_EQ(instances(table, "top", "part"), 2);
  EXPECT_EQ(instances(table, "part", "outside"), 1);
  EXPECT_EQ(instances(table, "top", "outside"), 0);
}

TEST(CellCount, UnknownCellsAreErrors) {
  const synthesis::CellTable table = synthesis::parse_stat(kStat);
  EXPECT_THROW(area_of(table, "part", ""), std::runtime_error);
  EXPECT_THROW(area_of(table, "missing", "outside"), std::runtime_error);
}

TEST(CellCount, EveryFigureCanMiss) {
  const Area limit{22, 728, 157};
  EXPECT_TRUE(limit.within(limit));
  EXPECT_FALSE((limit + Area{1, 0, 0}).within(limit));
  EXPECT_FALSE((limit + Area{0, 1, 0}).within(limit));
  EXPECT_FALSE((limit + Area{0, 0, 1}).within(limit));
  EXPECT_EQ(limit.brams(), 11.0);
}

}  // namespace
}  // namespace rtlgen::bench

// Predicted and simulated cycles of memory-bound runs: bursts, rows, fields and stripes, on HBM and DDR. And proof that
// the test sees a model of other places, of another grouping, or of a memory without losses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>

#include "rows.hpp"

namespace rtlgen::bench {
namespace {

constexpr double kMostPercent = 5;

/// Rows that the table of the channel predicts less well, listed in docs/evidence/runs.md. They are within the range
/// that `model` prints.
struct Beyond {
  const char* name;
  std::int64_t row;  ///< cells
  double most_percent;
};
constexpr Beyond kBeyond[] = {
    {"1 field, bursts of 16 x 512 bits", 2048, 10},
    {"2 fields, bursts of 16 x 256 bits", 1024, 6},
    {"4 fields, bursts of 16 x 256 bits", 1024, 6},
};

double most_percent(const TimeRow& row) {
  for (const Beyond& b : kBeyond) {
    if (row.dram == "hbm2" && row.name == b.name && row.extents[0] == b.row) return b.most_percent;
  }
  return kMostPercent;
}

class Shapes : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Shapes, AreWithinTheirBound) {
  const TimeRow& row = shape_rows()[GetParam()];
  const TimeMeasured m = measure(row);
  EXPECT_NE(m.predicted.bound, model::Bound::kKernel) << row.name << " is compute-bound";
  EXPECT_LE(std::abs(m.off_percent()), most_percent(row))
      << row.name << ", " << row.dram << ", rows of " << row.extents[0] << ": " << m.predicted.cycles << " predicted, "
      << m.cycles << " simulated";
  if (most_percent(row) == kMostPercent) return;
  ASSERT_TRUE(m.range) << row.name;
  EXPECT_GE(static_cast<double>(m.cycles), m.range->fewest) << row.name;
  EXPECT_LE(static_cast<double>(m.cycles), m.range->most) << row.name;
}

std::string name_of(const ::testing::TestParamInfo<std::size_t>& info) {
  const TimeRow& row = shape_rows()[info.param];
  std::string name = row.dram + "_" + row.name + "_rows_of_" + std::to_string(row.extents[0]);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Shapes, ::testing::Range(std::size_t{0}, shape_rows().size()), name_of);

/// The largest error over the rows of one field on HBM with bursts of 64.
double worst(const std::function<void(model::TimeInput&)>& spoil) {
  double most = 0;
  for (const TimeRow& row : shape_rows()) {
    if (row.dram == "hbm2" && row.name == "1 field, bursts of 64 x 256 bits")
      most = std::max(most, std::abs(measure(row, spoil).off_percent()));
  }
  return most;
}

TEST(ShapesControl, AWrongModelIsSeen) {
  EXPECT_LE(worst({}), kMostPercent);
  EXPECT_GT(worst([](model::TimeInput& input) { input.drams.front().bank_round *= 8; }), kMostPercent)
      << "other places";
  EXPECT_GT(worst([](model::TimeInput& input) {
              input.drams = {grouped(input.drams.front(), input.drams.front().least_group)};
            }),
            kMostPercent)
      << "other grouping";
  EXPECT_GT(worst(without_losses), kMostPercent);
}

}  // namespace
}  // namespace rtlgen::bench

// The roofline in letters: where the marks are.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/advise.hpp"

namespace rtlgen::cli {
namespace {

/// Lines of the drawing, from the top, without what stands left of the axis.
std::vector<std::string> drawing(const model::Roof& roof) {
  std::istringstream text(roofline_text(roof));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    const auto axis = line.find('|');
    if (axis != std::string::npos) lines.push_back(line.substr(axis + 1));
  }
  return lines;
}

/// Row, from the top, and column of the design.
std::pair<int, int> star(const std::vector<std::string>& lines) {
  for (std::size_t row = 0; row < lines.size(); ++row) {
    const auto column = lines[row].find('*');
    if (column != std::string::npos) return {static_cast<int>(row), static_cast<int>(column)};
  }
  return {-1, -1};
}

int count(const std::vector<std::string>& lines, char mark) {
  int sum = 0;
  for (const std::string& line : lines) sum += static_cast<int>(std::count(line.begin(), line.end(), mark));
  return sum;
}

model::Roof roof_at(double intensity, double attained) {
  return {.unit = "flop/s",
          .each = "flop",
          .work = 1,
          .intensity = intensity,
          .attained = attained,
          .compute = 1e11,
          .board_compute = 0,
          .design_bytes_s = 1e10,
          .board_bytes_s = 0};
}

TEST(RooflineText, TheDesignIsBelowTheRoof) {
  const auto on = drawing(roof_at(1, 1e10)), below = drawing(roof_at(1, 1e9));
  ASSERT_EQ(on.size(), 14U);
  EXPECT_GT(star(below).first, star(on).first) << "less is lower";
  EXPECT_EQ(star(on).second, star(below).second);
  EXPECT_GT(star(drawing(roof_at(100, 1e11))).second, star(on).second) << "more work a byte is further right";
  EXPECT_GT(count(on, '/'), 10);
  EXPECT_GT(count(on, '-'), 5);
  EXPECT_EQ(count(on, '*'), 1);
  EXPECT_EQ(count(on, '.'), 0) << "the board's arithmetic is not known";
}

TEST(RooflineText, TheBoardsRoofIsAbove) {
  model::Roof roof = roof_at(100, 5e10);
  roof.board_compute = 1e12;
  const auto lines = drawing(roof);
  EXPECT_GT(count(lines, '.'), 5);
  const auto first = [&](char mark) {
    return std::find_if(lines.begin(), lines.end(),
                        [&](const std::string& l) { return l.find(mark) != std::string::npos; });
  };
  EXPECT_LT(first('.'), first('-'));
}

TEST(RooflineText, WithoutMemoryOnlyArithmetic) {
  model::Roof roof = roof_at(1, 1e10);
  roof.design_bytes_s = 0;
  const auto lines = drawing(roof);
  EXPECT_EQ(count(lines, '/'), 0);
  EXPECT_GT(count(lines, '-'), 20);
  EXPECT_EQ(count(lines, '*'), 1);
  roof.intensity = 0;
  EXPECT_EQ(roofline_text(roof), "") << "nothing is moved";
}

/// A wide unit moves the whole axis, not only its own line.
TEST(RooflineText, TheAxisIsStraight) {
  model::Roof roof = roof_at(1, 1e10);
  roof.unit = "cell updates/s";
  std::istringstream text(roofline_text(roof));
  std::vector<std::size_t> axis;
  for (std::string line; std::getline(text, line);) {
    const auto at = std::min(line.find(" |"), line.find(" +"));
    if (at != std::string::npos) axis.push_back(at);
  }
  ASSERT_EQ(axis.size(), 15U) << "with the corner";
  EXPECT_EQ(std::count(axis.begin(), axis.end(), axis.front()), 15);
}

}  // namespace
}  // namespace rtlgen::cli

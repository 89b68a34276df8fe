// Designs that `project` says would fit, on every board, are those that `project` writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "driver/prepare/prepare.hpp"
#include "driver/project/project_parts.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "project.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

driver::ProjectOptions options_for(const std::string& board, const std::string& folder,
                                   const std::vector<std::string>& sets) {
  driver::ProjectOptions options;
  options.source = {config("hotspot2d"), sets};
  options.board = board;
  options.folder = folder;
  return options;
}

/// The keys of a proposed change, such as "P 4, I 2 ...: --set hardware.steps=2".
std::vector<std::string> sets_in(const std::string& advice) {
  std::vector<std::string> sets;
  const std::regex set("--set '?([^ ']+)'?");
  for (auto at = std::sregex_iterator(advice.begin(), advice.end(), set); at != std::sregex_iterator(); ++at)
    sets.push_back((*at)[1]);
  return sets;
}

class Advice : public ::testing::TestWithParam<std::string> {};

TEST_P(Advice, Fits) {
  const runner::TemporaryFolder folder;
  const auto make = [&](const std::vector<std::string>& sets) {
    Diagnostics diagnostics;
    const auto report =
        driver::make_project(options_for(GetParam(), (folder.path() / "project").string(), sets), diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return *report;
  };
  // Too much for every board without PCIe, and for few others.
  const std::vector<std::string> large = {"hardware.cells_per_cycle=4", "hardware.steps=6"};
  // Boards have a project exactly if they say so.
  Diagnostics refused;
  const auto works = frontend::load_board(GetParam(), refused)->works;
  const bool has_project = std::any_of(
      works.begin(), works.end(), [](const std::string& what) { return what == "project" || what == "core_project"; });
  const bool is_made =
      driver::make_project(options_for(GetParam(), (folder.path() / "first").string(), large), refused).ok();
  ASSERT_EQ(is_made, has_project) << refused.render();
  if (!is_made) return;
  const driver::ProjectReport report = make(large);
  EXPECT_FALSE(report.model.fits() && report.model.board->tool == "open");
  if (report.model.fits() || report.smallest_change.empty()) return;
  std::vector<std::string> all =
      driver::with_sets(options_for("", "", large), sets_in(report.smallest_change)).source.sets;
  EXPECT_THAT(sets_in(report.smallest_change), Not(IsEmpty())) << report.smallest_change;
  EXPECT_TRUE(make(all).model.fits()) << report.smallest_change;
}

INSTANTIATE_TEST_SUITE_P(Boards, Advice, ::testing::ValuesIn(frontend::board_names()),
                         [](const auto& tested) { return tested.param; });

TEST(Uart, IsThatOfTheWiring) {
  EXPECT_TRUE(frontend::has_uart("arty_a7_35"));
  EXPECT_FALSE(frontend::has_uart("u280"));
  EXPECT_FALSE(frontend::has_uart("p395_d8")) << "no wiring";
  EXPECT_FALSE(frontend::has_uart("")) << "no board";
  for (const std::string& board : frontend::boards_with_uart()) EXPECT_TRUE(frontend::has_uart(board)) << board;
}

/// The control, and a search that goes on: if `project` refuses every suggestion, none is left, and none is repeated.
TEST(AdviceSearch, GoesOnWithOtherSuggestions) {
  Diagnostics diagnostics;
  driver::Source source{config("hotspot2d"), {"hardware.steps=8"}};
  const auto board = frontend::load_board("ulx3s", diagnostics);
  source.given.board = std::make_shared<const board::Board>(*board);
  source.given.board_name = board->id;
  const auto model = driver::model_at_its_clock(source, std::nullopt, 1, diagnostics);
  ASSERT_TRUE(model.ok()) << diagnostics.render();
  std::vector<std::vector<std::string>> tried;
  const auto refuse_first = [&](std::size_t count) {
    tried.clear();
    return driver::smallest_change(*model,
                                   [&](const std::vector<std::string>& sets) {
                                     tried.push_back(sets);
                                     return tried.size() > count;
                                   })
        .text;
  };
  const std::string first = refuse_first(0), second = refuse_first(1);
  EXPECT_NE(first, second);
  EXPECT_NE(second, "");
  EXPECT_EQ(refuse_first(1000), "");
  EXPECT_GT(tried.size(), 2U);
  EXPECT_EQ(std::set(tried.begin(), tried.end()).size(), tried.size());
  for (const auto& sets : tried) EXPECT_THAT(sets, Not(IsEmpty()));
}

}  // namespace
}  // namespace rtlgen::test

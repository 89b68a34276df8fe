// Buses and places of fields that the user gives: those that make no sense are refused or warned of, and slow ones are
// noted, in `model`, `explore` and `project` alike.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "board/board.hpp"
#include "driver/explore/explore.hpp"
#include "driver/model/model.hpp"
#include "driver/project/project.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Source source_of(const std::string& config, std::vector<std::string> sets) {
  return {test::source_folder() + "/configs/" + config + ".yaml", std::move(sets)};
}

/// The report of `model` about a description on a board.
std::string warnings(const std::string& board, const std::vector<std::string>& sets) {
  ModelOptions options;
  options.source = source_of("life", sets);
  options.board = board;
  options.hints = false;
  Diagnostics diagnostics;
  EXPECT_TRUE(model_design(options, diagnostics).ok());
  return diagnostics.render();
}

TEST(Bus, OneThatTheMemoryCannotFeedIsWarnedOf) {
  const auto slow = HasSubstr(
      "warning[RG0913 slow-memory]: a bus of 512 bits at 400 MHz moves 25.6 GB/s in each direction, but a memory "
      "channel of AMD KCU105 delivers 19.2 GB/s in total");
  EXPECT_THAT(warnings("kcu105", {"hardware.bus.clock_mhz=400"}), slow);
  EXPECT_THAT(warnings("kcu105", {"hardware.bus.clock_mhz=400", "no_warn=[slow-memory]"}), IsEmpty());
  EXPECT_THAT(warnings("kcu105", {"hardware.bus.clock_mhz=300"}), IsEmpty());
}

TEST(Bus, ABoardsOwnIsNeverWarnedOf) {
  for (const std::string& board : frontend::board_names()) EXPECT_EQ(warnings(board, {}), "") << board;
}

TEST(Bus, OnBoardsWithoutMemoryIsWarnedOf) {
  const auto none = HasSubstr("warning[RG0912 no-memory]: 1BitSquared iCEBreaker has no memory that rtlgen can use");
  EXPECT_THAT(warnings("icebreaker", {"hardware.bus=512"}), none);
  EXPECT_THAT(warnings("icebreaker", {"hardware.memory={alive: 0}"}), none);
  EXPECT_THAT(warnings("icebreaker", {}), IsEmpty());
}

/// A search of one point.
ExploreOptions point_of(Source source, const std::string& board, int lanes) {
  ExploreOptions options;
  options.model.source = std::move(source);
  options.model.board = board;
  options.model.hints = false;
  options.cells_per_cycle = {lanes};
  options.steps = {1};
  return options;
}

std::vector<std::string> notes_of_search(const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  const auto report = explore_designs(point_of(source_of("hotspot2d", sets), "u280", 16), diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return report ? report->cases.front().notes : std::vector<std::string>();
}

std::vector<std::string> notes_of_project(std::vector<std::string> sets) {
  sets.emplace_back("hardware.cells_per_cycle=16");
  ProjectOptions options;
  options.source = source_of("hotspot2d", sets);
  options.board = "u280";
  const runner::TemporaryFolder folder;
  options.folder = (folder.path() / "project").string();
  Diagnostics diagnostics;
  const auto report = make_project(options, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return report ? report->notes : std::vector<std::string>();
}

TEST(Places, SlowOnesByHandAreNotedByASearchAndAProject) {
  const std::string grid = "grid=[1024, 1024]", slow = "hardware.memory={t: 0, power: 0}";
  const auto note = HasSubstr("with 'hardware.memory: auto' instead of the given placement");
  EXPECT_THAT(notes_of_search({grid, slow}), Contains(note));
  EXPECT_THAT(notes_of_search({grid}), Not(Contains(note)));
  EXPECT_THAT(notes_of_project({grid, slow}), Contains(note));
  EXPECT_THAT(notes_of_project({grid}), Not(Contains(note)));
}

TEST(Places, ASearchRefusesChannelsThatDoNotExist) {
  Diagnostics diagnostics;
  EXPECT_FALSE(
      explore_designs(point_of(source_of("heat1d", {"hardware.memory={t: 1}"}), "kcu105", 1), diagnostics).ok());
  EXPECT_THAT(diagnostics.render(), HasSubstr("RG0216"));
  EXPECT_THAT(diagnostics.render(), HasSubstr("memory channel 1 does not exist: kcu105 has only channel 0"));
}

TEST(Places, OfManyBoardsASearchLeavesOutThoseThatLackThem) {
  ExploreOptions options = point_of(source_of("heat1d", {"hardware.memory={t: 1}"}), "", 1);
  options.all_boards = true;
  Diagnostics diagnostics;
  const auto report = explore_designs(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(diagnostics.all().empty()) << diagnostics.render();
  int searched = 0;
  for (const ExploreCase& c : report->cases) {
    const int channels = frontend::memory_channels(c.board).count();
    if (channels == 1) {
      EXPECT_THAT(c.result.failure, HasSubstr("memory channel 1 does not exist")) << c.board.id;
    } else if (channels > 1 && c.result.best) {
      ++searched;
    }
  }
  EXPECT_GT(searched, 3);
}

}  // namespace
}  // namespace rtlgen::driver

// Buses and places of fields that the user gives: those that make no sense are refused or warned of.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "driver/model/model.hpp"
#include "frontend/board/board_file.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Source source_of(const std::string& config, std::vector<std::string> sets) {
  return {test::source_folder() + "/configs/" + config + ".yaml", std::move(sets)};
}

/// What `model` reports about a description on a board.
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

}  // namespace
}  // namespace rtlgen::driver

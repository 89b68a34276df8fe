// Sizes of memory channels (docs/adr/0043-one-memory-rule.md): the planner's need of each channel covers what the host
// library takes, and `memory: auto` considers it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "contract/placement.hpp"
#include "contract/shell.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "model/traffic.hpp"
#include "plan/memory_use.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

ModelOptions options_of(const std::string& config, const std::string& board, std::vector<std::string> sets) {
  ModelOptions options;
  options.source = {test::source_folder() + "/configs/" + config + ".yaml", std::move(sets)};
  options.board = board;
  options.hints = false;
  return options;
}

/// Channels of the memory that a design uses.
std::size_t channels_of_design(const std::string& config, const std::string& board, std::vector<std::string> sets) {
  Diagnostics diagnostics;
  const auto report = model_design(options_of(config, board, std::move(sets)), diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return report->prepared->plan.shell->channels.size();
}

/// The ends of the buffers in each channel, where the host library puts them for a chain with this lag.
std::map<int, std::vector<std::uint64_t>> ends_of(const plan::Plan& plan, std::uint64_t lag) {
  const contract::Shell& shell = *plan.shell;
  std::map<int, std::vector<std::uint64_t>> ends;
  contract::Places memory;
  std::set<std::string> placed;
  for (const model::StreamTraffic& t : model::stream_traffic(plan, plan.core.maximum)) {
    const contract::ShellStream& s = shell.streams[static_cast<std::size_t>(t.stream)];
    if (!placed.insert(s.name).second) continue;
    const std::uint64_t bytes =
        static_cast<std::uint64_t>(t.array_beats) * static_cast<std::uint64_t>(shell.bus_bits) / 8;
    const std::vector<std::uint64_t> bases = memory.add(s, bytes, s.is_held ? 0 : lag);
    for (std::size_t b = 0; b < bases.size(); ++b) {
      for (const int c : s.buffers[std::min(b, s.buffers.size() - 1)]) ends[c].push_back(bases[b] + bytes);
    }
  }
  return ends;
}

/// A channel in which the library takes more than `use`, or much less. "": none.
std::string beyond(const std::map<int, std::uint64_t>& use, const std::map<int, std::vector<std::uint64_t>>& ends) {
  for (const auto& [channel, list] : ends) {
    const std::uint64_t end = *std::max_element(list.begin(), list.end());
    const auto found = use.find(channel);
    const std::uint64_t most = found == use.end() ? 0 : found->second;
    constexpr std::uint64_t kSlack = 2 * contract::kBankRounds[0];  // per buffer
    if (end > most || most > end + list.size() * kSlack) return fmt::format("channel {}: {} of {}", channel, end, most);
  }
  return "";
}

TEST(Capacity, TheNeedCoversWhatTheHostLibraryTakes) {
  int striped = 0;
  for (const std::string& name : frontend::board_names()) {
    Diagnostics diagnostics;
    const auto board = frontend::load_board(name, diagnostics);
    ASSERT_TRUE(board.ok()) << diagnostics.render();
    if (frontend::memory_channels(*board).count == 0) continue;
    for (const char* config : {"hotspot2d", "sobel2d", "gray_scott", "wave3d", "fdtd2d"}) {
      for (const int lanes : {1, 8, 32}) {
        SCOPED_TRACE(fmt::format("{} {} {}", name, config, lanes));
        Diagnostics refused;
        std::string note;
        const auto prepared = prepare_on_board(
            options_of(config, name, {fmt::format("hardware.cells_per_cycle={}", lanes)}), note, refused);
        if (!prepared || !(*prepared)->plan.shell) continue;  // rows that are no whole beats
        const plan::Plan& plan = (*prepared)->plan;
        const auto use =
            plan::memory_use((*prepared)->sharing.hardware, plan.stencil->hardware.bus->memory, plan.core.maximum);
        for (const std::uint64_t lag : {0, 4096, 20480, 100000, 5000000})
          EXPECT_EQ(beyond(use, ends_of(plan, lag)), "") << "lag " << lag;
        for (const contract::ShellStream& s : plan.shell->streams) striped += s.buffers.front().size() > 1 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(striped, 10);
}

TEST(Capacity, AByteBeyondTheNeedIsFound) {
  EXPECT_EQ(beyond({{0, 64}}, {{0, {64}}}), "");
  EXPECT_EQ(beyond({{0, 63}}, {{0, {64}}}), "channel 0: 64 of 63");
  EXPECT_EQ(beyond({{0, 10'000'000}}, {{0, {64}}}), "channel 0: 64 of 10000000");
  EXPECT_EQ(beyond({}, {{3, {64}}}), "channel 3: 64 of 0");
}

/// The same core gets more channels if one cannot hold its fields.
TEST(Auto, TakesMoreChannelsForMoreBytes) {
  const std::string lanes = "hardware.cells_per_cycle=1";
  EXPECT_EQ(channels_of_design("hotspot2d", "u280", {lanes, "grid=[4096, 1024]"}), 1U);
  EXPECT_GE(channels_of_design("hotspot2d", "u280", {lanes, "grid=[16384, 16384]"}), 12U);  // 3 GiB
}

}  // namespace
}  // namespace rtlgen::driver

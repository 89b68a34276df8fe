// Sizes of memory channels (docs/adr/0043-one-memory-rule.md): the planner's need of each channel covers what the host
// library takes, and `memory: auto` fits arrays if any placement does.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "contract/placement.hpp"
#include "contract/shell.hpp"
#include "driver/advise/advise.hpp"
#include "driver/explore/explore.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/slabs/card_slabs.hpp"
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

using ::testing::HasSubstr;

ModelOptions options_of(const std::string& config, const std::string& board, std::vector<std::string> sets) {
  ModelOptions options;
  options.source = {test::source_folder() + "/configs/" + config + ".yaml", std::move(sets)};
  options.board = board;
  options.hints = false;
  return options;
}

/// The faults of a prediction; "": none.
std::string faults(const std::string& config, const std::string& board, std::vector<std::string> sets) {
  Diagnostics diagnostics;
  const bool is_good = model_design(options_of(config, board, std::move(sets)), diagnostics).ok();
  return is_good ? "" : diagnostics.render();
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
  contract::Places memory(shell);
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
    constexpr std::uint64_t kSlack = 4 * contract::kBankRounds[0];  // per buffer, and those in other stripes
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
    if (frontend::memory_channels(*board).count() == 0) continue;
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
        for (const std::uint64_t lag : {0U, 4096U, 20480U, 100000U, 5000000U})
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

/// A U280 has 256 MiB per channel; Sobel has an input and an output of two bytes per cell.
TEST(Capacity, IsThatOfTheChannelsThatArraysLieIn) {
  const std::string one = "hardware.memory={edges: 0}", large = "grid=[16384, 16384]";
  EXPECT_EQ(faults("sobel2d", "u280", {"grid=[8192, 8000]", one}), "");
  EXPECT_THAT(
      faults("sobel2d", "u280", {large, one}),
      HasSubstr("the arrays need 1.0 GiB and do not fit the memory of u280: HBM2 channel 0 needs 1.0 GiB and has "
                "256 MiB"));
  EXPECT_EQ(faults("sobel2d", "u280", {"grid=[11008, 11008]", "hardware.memory={edges: 1}"}), "");
  EXPECT_EQ(faults("sobel2d", "u280", {large}), "");
}

/// 40 GiB of a U280 hold 24 GiB. Half of them do not.
TEST(Capacity, IsSharedByKernels) {
  const std::string grid = "grid=[65536, 32768]";
  EXPECT_EQ(faults("hotspot2d", "u280", {grid}), "");
  const std::string refused = faults("hotspot2d", "u280", {grid, "hardware.kernels=2"});
  EXPECT_THAT(refused, HasSubstr("RG0832"));
  EXPECT_THAT(refused, HasSubstr("each kernel has 4.0 GiB in 16 HBM2 channels and 16.0 GiB in 1 DDR4 channel"));
  EXPECT_THAT(refused, HasSubstr("they fit with 'hardware.kernels: 1'"));
}

/// The fault that `explore` reports for a grid which cards of 2 GiB share; "" if it finds a design.
std::string searched(const std::string& config, int cards, const std::string& grid) {
  ExploreOptions options;
  options.model = options_of(config, "kcu105", {"grid=" + grid});
  options.model.cards = cards;
  Diagnostics diagnostics;
  const auto found = explore_designs(options, diagnostics);
  if (!found) return diagnostics.render();
  if (found->best < 0) return found->cases.front().result.failure;
  // The best design is one that `model` accepts for so many cards.
  const auto prepared = prepare(found->cases.front().program, winner_of(found->cases.front()), diagnostics);
  return prepared && check_memory(**prepared, (*prepared)->plan.core.maximum, cards, diagnostics)
             ? ""
             : diagnostics.render();
}

TEST(Capacity, ASearchJudgesTheSlabOfACard) {
  const std::string grid = "[32768, 32768]";
  EXPECT_EQ(searched("hotspot2d", 8, grid), "");
  EXPECT_THAT(searched("hotspot2d", 1, grid), HasSubstr("channel 0 needs 12.0 GiB"));
  EXPECT_THAT(searched("hotspot2d", 2, grid), HasSubstr("channel 0 needs 6.0 GiB"));
  EXPECT_THAT(searched("heat1d", 2, "[4096]"), HasSubstr("a grid of one axis cannot be split over cards"));
  AdviseOptions options{options_of("hotspot2d", "kcu105", {"grid=" + grid}), ""};
  options.model.cards = 8;
  Diagnostics diagnostics;
  const auto advice = advise(options, diagnostics);
  ASSERT_TRUE(advice.ok()) << diagnostics.render();
  EXPECT_FALSE(advice->changes.empty());
  options.model.cards = 2;
  EXPECT_FALSE(advise(options, diagnostics).ok());
}

/// The same core gets more channels if one cannot hold its fields.
TEST(Auto, TakesMoreChannelsForMoreBytes) {
  const std::string lanes = "hardware.cells_per_cycle=1";
  EXPECT_EQ(channels_of_design("hotspot2d", "u280", {lanes, "grid=[4096, 1024]"}), 1U);
  EXPECT_GE(channels_of_design("hotspot2d", "u280", {lanes, "grid=[16384, 16384]"}), 12U);  // 3 GiB
}

/// A cell of the state takes 6.4 bytes in each of two buffers, one of the three inputs 4. Rows wrap, and are whole
/// beats of one channel, but not of two, so no field can be striped. Of two channels of 2 GiB, one must then hold both
/// buffers of the state.
constexpr const char* kUneven = R"(name: uneven
grid: [10000, 16000]
fields:
  s: {type: uint<48>, boundary: wrap}
  a: {type: uint<32>}
  b: {type: uint<32>}
  c: {type: uint<32>}
update:
  - s: s[-1,0] ^ uint<48>(a) ^ uint<48>(b) ^ uint<48>(c)
hardware: {board: vcu118}
)";

std::shared_ptr<const Prepared> uneven(std::vector<std::string> sets) {
  Source source{"uneven.yaml", std::move(sets)};
  source.text = kUneven;
  Diagnostics diagnostics;
  const auto placed = on_card(source, "", diagnostics);
  const auto prepared = placed ? prepare(*placed, diagnostics) : Result<std::shared_ptr<const Prepared>>(Failure{});
  if (!prepared) throw std::runtime_error(diagnostics.render());
  return *prepared;
}

bool fits(const Prepared& prepared) {
  Diagnostics ignored;
  return check_memory(prepared, ignored);
}

TEST(Auto, TakesAnUnevenPlacementIfOnlyThatFits) {
  const auto prepared = uneven({});
  EXPECT_TRUE(fits(*prepared));
  const auto ends = ends_of(prepared->plan, 0);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(std::set({ends.at(0).size(), ends.at(1).size()}), (std::set<std::size_t>{2, 3}));
  for (const auto& [channel, list] : ends) {
    for (const std::uint64_t end : list) EXPECT_LE(end, std::uint64_t{2} << 30) << channel;
  }
}

/// The controls: the even placement does not fit, a smaller grid gets it, and a larger grid fits in no way.
TEST(Auto, PrefersTheEvenPlacement) {
  EXPECT_FALSE(fits(*uneven({"hardware.memory={s: [0, 1], a: 0, b: 1, c: 0}"})));
  const auto smaller = uneven({"grid=[10000, 8000]"});
  EXPECT_TRUE(fits(*smaller));
  for (const spec::Placement& place : smaller->stencil().hardware.bus->memory) {
    if (smaller->program.arrays[place.array].name != "s") continue;
    EXPECT_NE(place.buffers.front(), place.buffers.back());
  }
  EXPECT_FALSE(fits(*uneven({"grid=[10000, 17000]"})));
}

}  // namespace
}  // namespace rtlgen::driver

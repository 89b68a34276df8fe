// One memory rule (docs/adr/0043-one-memory-rule.md): no command promises more than the board's memory delivers or
// holds, and all count with its bus.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

board::Board board_named(const std::string& name) {
  Diagnostics diagnostics;
  auto board = frontend::load_board(name, diagnostics);
  if (!board) throw std::runtime_error(diagnostics.render());
  return *std::move(board);
}

Source source_of(const std::string& config, std::vector<std::string> sets = {}) {
  return {test::source_folder() + "/configs/" + config + ".yaml", std::move(sets)};
}

/// The fault of a prediction on a board: bytes that its memory does not deliver. Empty: none.
std::string over_roof(const model::Time& time, const board::Board& board) {
  constexpr double kRounded = 1.011;  // printed figures are, and the DRAM's clock is whole picoseconds
  double all = 0;
  for (const model::ChannelTime& c : time.channels) {
    const double gbs = (c.read_bytes + c.written_bytes) / time.seconds * 1e-9;
    if (c.peak_gbs > 0 && gbs > kRounded * c.peak_gbs)
      return fmt::format("channel {}: {:.2f} of {:.2f} GB/s", c.number, gbs, c.peak_gbs);
    const auto kinds = frontend::memory_channels(board).kinds;
    if (std::none_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.gbs * kRounded >= c.peak_gbs; }))
      return fmt::format("channel {} has {:.2f} GB/s, which no memory of the board has", c.number, c.peak_gbs);
    all += gbs;
  }
  const auto peak = board.peak_gbs();
  if (peak && all > kRounded * *peak) return fmt::format("{:.2f} of {:.2f} GB/s", all, *peak);
  return "";
}

/// Boards with memory.
std::vector<board::Board> boards(bool wired) {
  std::vector<board::Board> list;
  for (const std::string& name : frontend::board_names()) {
    board::Board board = board_named(name);
    if (!board.memory.empty() && (!wired || frontend::wiring_texts().contains(name))) list.push_back(std::move(board));
  }
  return list;
}

/// Every prediction counts with a memory, and none is faster than it.
void check_roofs(const std::vector<std::string>& configs) {
  int checked = 0;
  for (const board::Board& board : boards(false)) {
    for (const std::string& config : configs) {
      SCOPED_TRACE(board.id + " " + config);
      ModelOptions options;
      options.source = source_of(config);
      options.board = board.id;
      Diagnostics diagnostics;
      const auto report = model_design(options, diagnostics);
      ASSERT_TRUE(report.ok()) << diagnostics.render();
      const bool is_noted = std::any_of(report->notes.begin(), report->notes.end(), [](const std::string& note) {
        return note.find("memory is assumed to keep up") != std::string::npos;
      });
      EXPECT_TRUE(report->time.has_value() != is_noted);
      if (!report->time) continue;
      EXPECT_EQ(over_roof(*report->time, board), "");
      ++checked;
    }
  }
  EXPECT_GT(checked, 10);
}

const std::vector<std::string> kFew = {"sobel2d", "hotspot2d"};
const std::vector<std::string> kTen = {"sobel2d",  "hotspot2d", "heat1d",     "diffusion3d",  "life",
                                       "gaussian", "wave2d",    "gray_scott", "jacobi2d_9pt", "median"};

TEST(Roof, NoPredictionExceedsTheBoardsMemory) { check_roofs(kFew); }
TEST(Roof, DISABLED_NorOfTenStencils) { check_roofs(kTen); }

TEST(Roof, ARunThatWereTwiceAsFastIsFound) {
  ModelOptions options;
  options.source = source_of("sobel2d", {"hardware.cells_per_cycle=16"});
  options.board = "arty_a7_100";
  Diagnostics diagnostics;
  const auto report = model_design(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  ASSERT_TRUE(report->time.has_value());
  ASSERT_EQ(report->time->bound, model::Bound::kChannel);
  model::Time faster = *report->time;
  faster.seconds /= 2;
  EXPECT_NE(over_roof(faster, *report->board), "");
}

TEST(Card, HasTheBusOfItsProject) {
  for (const board::Board& board : boards(true)) {
    Diagnostics diagnostics;
    const auto wiring = frontend::load_wiring(board.id, diagnostics);
    ASSERT_TRUE(wiring.ok());
    const auto bus = bus_of(board);
    ASSERT_TRUE(bus.has_value()) << board.id;
    EXPECT_TRUE(bus->is_fixed);
    // Whatever the description says, unless --set says more.
    for (const auto& [sets, bits] :
         {std::pair<std::vector<std::string>, int>{{}, bus->bits}, {{"hardware.bus=64"}, 64}}) {
      const auto on = on_card({test::source_folder() + "/bench/memory/heat.yaml", sets}, board.id, diagnostics);
      ASSERT_TRUE(on.ok()) << diagnostics.render();
      const auto stencil = read_stencil(*on, diagnostics);
      ASSERT_TRUE(stencil.ok()) << diagnostics.render();
      EXPECT_EQ(stencil->hardware.bus->bits, bits) << board.id;
    }
  }
}

TEST(Card, WithoutAProjectTheDescriptionsBusStays) {
  const board::Board board = board_named("b520n");
  const auto bus = bus_of(board);
  ASSERT_TRUE(bus.has_value());
  EXPECT_FALSE(bus->is_fixed);
  EXPECT_EQ(bus->bits, 512);
  Diagnostics diagnostics;
  const auto stencil_with = [&](const std::string& file) {
    const auto on = on_card({test::source_folder() + file, {}}, "b520n", diagnostics);
    return *read_stencil(*on, diagnostics);
  };
  EXPECT_EQ(stencil_with("/configs/sobel2d.yaml").hardware.bus->clock_mhz, 300);
  EXPECT_EQ(
      stencil_with("/bench/memory/heat.yaml").hardware.bus->clock_mhz,
      read_stencil({test::source_folder() + "/bench/memory/heat.yaml", {}}, diagnostics)->hardware.bus->clock_mhz);
  EXPECT_FALSE(bus_of(board_named("icebreaker")).has_value());
}

/// Placements, and keys of the bus by --set, leave the board's other figures.
TEST(Card, KeepsItsBusIfOnlyPlacesAreGiven) {
  for (const char* name : {"b520n", "n385a", "xupv5", "kcu105"}) {
    Diagnostics diagnostics;
    const auto bus_with = [&](std::vector<std::string> sets) {
      const auto on = on_card(source_of("sobel2d", std::move(sets)), name, diagnostics);
      return *read_stencil(*on, diagnostics)->hardware.bus;
    };
    const spec::Bus own = bus_with({});
    for (const char* set : {"hardware.memory=auto", "hardware.memory.image=0", "hardware.bus.burst=16"}) {
      const spec::Bus bus = bus_with({set});
      EXPECT_EQ(bus.bits, own.bits) << name << " " << set;
      EXPECT_EQ(bus.clock_mhz, own.clock_mhz) << name << " " << set;
    }
    EXPECT_EQ(bus_with({"hardware.bus.bits=1024"}).clock_mhz, own.clock_mhz) << name;
    EXPECT_EQ(bus_with({"hardware.bus=64"}).bits, 64) << name;
  }
}

TEST(Card, IsSimulatedWithItsOwnDram) {
  const auto dram = [](const std::string& board, const std::string& requested) {
    SimOptions options;
    options.run.source =
        source_of("heat1d", board.empty() ? std::vector<std::string>{} : std::vector{"hardware.board=" + board});
    options.memory = Memory::kBoard;
    options.dram = requested;
    Diagnostics diagnostics;
    const auto prepared = prepare_for(options, diagnostics);
    if (!prepared) throw std::runtime_error(diagnostics.render());
    return simulated_dram(options, **prepared);
  };
  EXPECT_EQ(dram("", ""), "ddr4-2400");
  EXPECT_EQ(dram("u280", ""), "hbm2");
  EXPECT_EQ(dram("arty_a7_100", ""), "ddr3-667-x16");
  EXPECT_EQ(dram("u280", "ddr3-1600"), "ddr3-1600");
}

TEST(Card, PlacesBuffersForTheSimulatedDram) {
  const auto bank_round = [](const std::vector<std::string>& sets, const std::string& dram) {
    SimOptions options;
    options.run.source = source_of("heat1d", sets);
    options.memory = Memory::kDdr;
    options.dram = dram;
    Diagnostics diagnostics;
    const auto prepared = prepare_for(options, diagnostics);
    if (!prepared) throw std::runtime_error(diagnostics.render());
    return (*prepared)->plan.shell->bank_round;
  };
  EXPECT_EQ(bank_round({}, ""), 128 << 10);
  EXPECT_EQ(bank_round({"hardware.board=u280"}, ""), 16 << 10);
  EXPECT_EQ(bank_round({"hardware.board=u280"}, "ddr3-1600"), 64 << 10);
  EXPECT_EQ(bank_round({}, "no such file"), 0);
}

TEST(Card, EveryBoardWithMemoryHasAModelOfIt) {
  for (const board::Board& board : boards(false)) {
    for (const board::Memory& memory : board.memory) EXPECT_FALSE(memory.dram.empty()) << board.id;
  }
}

/// A board of the user's own, whose memory has no model.
TEST(Card, MemoryWithoutAModelHasTheEfficiencyOfItsFamilyAtItsOwnPeak) {
  board::Board own = board_named("p395_ab");
  own.memory.front().dram.clear();
  const spec::Channels channels = frontend::memory_channels(own);
  ASSERT_EQ(channels.kinds.size(), 1U);
  EXPECT_EQ(channels.kinds[0].dram, "ddr3-1600");
  EXPECT_FALSE(channels.kinds[0].has_own_dram);
  const model::Channel& like = *model::find_channel("ddr3-1600");
  const model::Channel scaled = model::scaled(like, 8.5);
  EXPECT_EQ(scaled.part, "ddr3-1600 scaled to 8.5 GB/s");
  EXPECT_EQ(scaled.peak_gbs, 8.5);
  EXPECT_EQ(scaled.on_bus(512, 4096).part(1, 1), like.on_bus(512, 4096).part(1, 1));
  own.memory.clear();
  EXPECT_TRUE(frontend::memory_channels(own).kinds.empty());
}

}  // namespace
}  // namespace rtlgen::driver

// Boards with memory of two kinds (docs/adr/0052-memories-of-two-kinds.md): a grid that only the second kind holds gets
// the same places and the same speed from every command; fields leave the first kind for no other reason than speed or
// room; no byte belongs to two buffers.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>
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
#include "driver/project/project.hpp"
#include "driver/simulate/card.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "model/drams.hpp"
#include "model/time.hpp"
#include "plan/memory_use.hpp"
#include "plan/place_fields.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

using ::testing::HasSubstr;

using Sets = std::vector<std::string>;

constexpr int kHbm = 32;  ///< channels of a U280's HBM; 32 and 33 are its DIMMs

board::Board board_named(const std::string& name) {
  Diagnostics diagnostics;
  auto board = frontend::load_board(name, diagnostics);
  if (!board) throw std::runtime_error(diagnostics.render());
  return *std::move(board);
}

Source source_of(const std::string& config, Sets sets) {
  return {test::source_folder() + "/configs/" + config + ".yaml", std::move(sets)};
}

ModelOptions options_of(const std::string& config, Sets sets) {
  ModelOptions options;
  options.source = source_of(config, std::move(sets));
  options.board = "u280";
  options.hints = false;
  return options;
}

ModelReport modelled(const std::string& config, Sets sets) {
  Diagnostics diagnostics;
  auto report = model_design(options_of(config, std::move(sets)), diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return *std::move(report);
}

std::string faults(const std::string& config, Sets sets) {
  Diagnostics diagnostics;
  return model_design(options_of(config, std::move(sets)), diagnostics).ok() ? "" : diagnostics.render();
}

std::set<int> channels_of(const plan::Plan& plan) {
  std::set<int> numbers;
  for (const contract::ShellChannel& c : plan.shell->channels) numbers.insert(c.number);
  return numbers;
}

/// A description on a U280, with its bus.
spec::Stencil described(const std::string& config, Sets sets) {
  Diagnostics diagnostics;
  const auto source = on_card(source_of(config, std::move(sets)), "u280", diagnostics);
  const auto stencil = source ? read_stencil(*source, diagnostics) : Result<spec::Stencil>(Failure{});
  if (!stencil) throw std::runtime_error(diagnostics.render());
  return *stencil;
}

/// The same on a card without DIMMs.
spec::Stencil without_dimms(spec::Stencil stencil) {
  stencil.hardware.channels.kinds.resize(1);
  stencil.hardware.channels.bytes.resize(kHbm);
  return stencil;
}

// ---------------------------------------------------------------- channels

TEST(Kinds, AreThoseOfTheBoard) {
  const spec::Channels channels = frontend::memory_channels(board_named("u280"));
  ASSERT_EQ(channels.kinds.size(), 2U);
  const auto& [hbm, ddr] = std::pair(channels.kinds[0], channels.kinds[1]);
  EXPECT_EQ(fmt::format("{} {} {} {} {}", hbm.name, hbm.count, hbm.dram, hbm.gbs, hbm.bank_round),
            "HBM2 32 hbm2 14.375 16384");
  EXPECT_EQ(fmt::format("{} {} {} {} {}", ddr.name, ddr.count, ddr.dram, ddr.gbs, ddr.bank_round),
            "DDR4 2 ddr4-2400 19.2 131072");
  ASSERT_EQ(channels.bytes.size(), 34U);
  EXPECT_EQ(channels.bytes[31], std::uint64_t{256} << 20);
  EXPECT_EQ(channels.bytes[32], std::uint64_t{16} << 30);
}

/// A platform names only memory that the board has, and no more channels of it.
TEST(Kinds, OfEveryPlatformAreInItsBoardFile) {
  int platforms = 0;
  for (const std::string& name : frontend::board_names()) {
    Diagnostics diagnostics;
    const auto wiring = frontend::wiring_texts().contains(name) ? frontend::load_wiring(name, diagnostics) : Failure{};
    if (!wiring || !wiring->platform) continue;
    ++platforms;
    const board::Board board = board_named(name);
    for (const spec::ChannelKind& kind : frontend::memory_channels(board).kinds) {
      const auto memory = std::find_if(board.memory.begin(), board.memory.end(),
                                       [&](const board::Memory& m) { return m.kind == kind.name; });
      ASSERT_NE(memory, board.memory.end()) << name << " " << kind.name;
      EXPECT_LE(kind.count, memory->channels->count()) << name;
    }
  }
  EXPECT_GE(platforms, 2);
}

/// Each kernel has the same number of channels of each kind, and none of another kernel.
TEST(Kinds, AreSharedByKernels) {
  spec::Hardware hardware;
  hardware.channels = frontend::memory_channels(board_named("u280"));
  for (const auto& [kernels, count] : std::map<int, int>{{1, 34}, {2, 17}, {4, 8}, {32, 1}}) {
    hardware.kernels = kernels;
    EXPECT_EQ(spec::channels_of_kernel(hardware), count) << kernels;
    std::set<int> taken;
    for (int kernel = 0; kernel < kernels; ++kernel) {
      for (int c = 0; c < count; ++c) {
        const int card = spec::card_channel(hardware, kernel, c);
        EXPECT_TRUE(taken.insert(card).second) << kernels << ": " << card;
        EXPECT_LT(card, 34);
        EXPECT_EQ(spec::kind_of_channel(hardware, c), card < kHbm ? 0U : 1U) << kernels << ": " << c;
        EXPECT_GT(*plan::capacity_of(hardware, c), std::uint64_t{1} << (card < kHbm ? 27 : 33));
      }
    }
  }
}

// ---------------------------------------------------------------- places

const Sets kBeyondHbm = {"grid=[32768, 32768]", "hardware.cells_per_cycle=8", "hardware.steps=4"};  // 12 GiB

/// The buffers of all streams.
std::string buffers_of(const plan::Plan& plan) {
  std::string text;
  for (const contract::ShellStream& s : plan.shell->streams) text += fmt::format("{} {}; ", s.name, s.buffers);
  return text;
}

TEST(Kinds, AGridBeyondTheFirstIsPlannedAlikeByEveryCommand) {
  const ModelReport model = modelled("hotspot2d", kBeyondHbm);
  const std::string places = buffers_of(model.prepared->plan);
  const std::set<int> used = channels_of(model.prepared->plan);
  ASSERT_TRUE(used.contains(32) || used.contains(33)) << places;
  ASSERT_TRUE(model.time.has_value());
  const double seconds = model.time->seconds;

  ProjectOptions to_project;
  to_project.source = source_of("hotspot2d", kBeyondHbm);
  to_project.board = "u280";
  Diagnostics diagnostics;
  const auto project = plan_project(to_project, board_named("u280"), diagnostics);
  ASSERT_TRUE(project.ok()) << diagnostics.render();
  EXPECT_EQ(buffers_of(project->model.prepared->plan), places);

  SimOptions to_simulate;
  to_simulate.run.source = source_of("hotspot2d", kBeyondHbm);
  to_simulate.run.source.sets.emplace_back("hardware.board=u280");
  to_simulate.memory = Memory::kDdr;
  const auto simulated = prepare_for(to_simulate, diagnostics);
  ASSERT_TRUE(simulated.ok()) << diagnostics.render();
  EXPECT_EQ(buffers_of((*simulated)->plan), places);
  EXPECT_TRUE(check_memory(**simulated, diagnostics)) << diagnostics.render();

  AdviseOptions to_advise;
  to_advise.model = options_of("hotspot2d", kBeyondHbm);
  const auto advice = advise(to_advise, diagnostics);
  ASSERT_TRUE(advice.ok()) << diagnostics.render();
  EXPECT_NEAR(advice->now.best().seconds / seconds, 1, 1e-9);

  ExploreOptions search;
  search.model = options_of("hotspot2d", {kBeyondHbm.front()});
  search.cells_per_cycle = {8};
  search.steps = {4};
  search.blocks = {{}};
  search.model.clock_mhz = model.clock_mhz;
  const auto found = explore_designs(search, diagnostics);
  ASSERT_TRUE(found.ok() && found->best >= 0) << diagnostics.render();
  const ExploreCase& best = found->cases.front();
  EXPECT_NEAR(best.result.best->seconds / seconds, 1, 0.01);
  EXPECT_EQ(best.dram, model::parts_text(model.drams, model.prepared->plan));
}

TEST(Kinds, AProjectConnectsPortsToTheDimms) {
  ProjectOptions options;
  options.source = source_of("hotspot2d", {"hardware.memory={t: [32, 33], power: 5}"});
  options.board = "u280";
  Diagnostics diagnostics;
  const auto project = plan_project(options, board_named("u280"), diagnostics);
  ASSERT_TRUE(project.ok()) << diagnostics.render();
  const auto files = project->files();
  const auto link = std::find_if(files.begin(), files.end(), [](const emit::File& f) { return f.path == "link.cfg"; });
  ASSERT_NE(link, files.end());
  for (const char* line : {"m_axi_5:HBM[5]\n", "m_axi_32:DDR[0]\n", "m_axi_33:DDR[1]\n"})
    EXPECT_THAT(link->text, HasSubstr(line));
}

/// Kernel 1 of two has the other half of the HBM, and the other DIMM.
TEST(Kinds, AProjectDividesBothAmongKernels) {
  ProjectOptions options;
  options.source = source_of("hotspot2d", {"hardware.memory={t: [0, 16]}", "hardware.kernels=2", "hardware.steps=1"});
  options.board = "u280";
  Diagnostics diagnostics;
  const auto project = plan_project(options, board_named("u280"), diagnostics);
  ASSERT_TRUE(project.ok()) << diagnostics.render();
  const auto files = project->files();
  const auto link = std::find_if(files.begin(), files.end(), [](const emit::File& f) { return f.path == "link.cfg"; });
  ASSERT_NE(link, files.end());
  for (const char* line :
       {"_1.m_axi_0:HBM[0]\n", "_1.m_axi_16:DDR[0]\n", "_2.m_axi_0:HBM[16]\n", "_2.m_axi_16:DDR[1]\n"})
    EXPECT_THAT(link->text, HasSubstr(line));
}

/// Without a reason, all places are those of a card without DIMMs.
TEST(Kinds, PlacesChangeOnlyIfThatIsFaster) {
  int same = 0;
  for (const char* config : {"hotspot2d", "sobel2d", "gray_scott", "wave3d", "fdtd2d", "heat1d", "life"}) {
    for (const int lanes : {1, 8, 32, 64, 256}) {
      SCOPED_TRACE(fmt::format("{} {}", config, lanes));
      spec::Stencil stencil = described(config, {fmt::format("hardware.cells_per_cycle={}", lanes)});
      const auto both = plan::places_of(stencil), first = plan::places_of(without_dimms(stencil));
      const auto differ = [](const spec::Placement& a, const spec::Placement& b) {
        return a.array != b.array || a.buffers != b.buffers;
      };
      if (both.size() == first.size() && std::equal(both.begin(), both.end(), first.begin(), std::not_fn(differ))) {
        ++same;
        continue;
      }
      const auto seconds = [&](const std::vector<spec::Placement>& places) {
        spec::Hardware hardware = stencil.hardware;
        hardware.bus->memory = places;
        Diagnostics diagnostics;
        const auto prepared = prepare(*read_stencil(*on_card(source_of(config, {}), "u280", diagnostics), diagnostics),
                                      hardware, diagnostics);
        if (!prepared) throw std::runtime_error(diagnostics.render());
        model::TimeInput input;
        input.plan = &(*prepared)->plan;
        input.extents = (*prepared)->stencil().whole_grid();
        input.iterations = 100;
        input.kernel_mhz = input.bus_mhz = 300;
        input.drams = drams_of({}, board_named("u280"), diagnostics);
        return model::run_time(input, diagnostics)->seconds;
      };
      EXPECT_LT(seconds(both), seconds(first));
    }
  }
  EXPECT_GT(same, 25);
}

/// 17 bytes per cell and pass, 1 of them in an input: wide words fill all channels of the HBM with the state.
constexpr const char* kNarrowInput = R"(name: narrow
grid: [8192, 1024]
fields:
  s: {type: uint<64>, boundary: edge}
  a: {type: uint<8>}
update:
  - s: s[-1,0] ^ uint<64>(a)
iterations: 100
hardware: {cells_per_cycle: 128, board: u280, clock_mhz: 300}
)";

TEST(Kinds, ANarrowFieldLeavesTheFirstIfThatIsFaster) {
  ModelOptions options;
  options.source = {"narrow.yaml", {}};
  options.source.text = kNarrowInput;
  options.hints = false;
  Diagnostics diagnostics;
  const auto both = model_design(options, diagnostics);
  ASSERT_TRUE(both.ok()) << diagnostics.render();
  const plan::Plan& plan = both->prepared->plan;
  for (const contract::ShellStream& s : plan.shell->streams) {
    for (const std::vector<int>& buffer : s.buffers) {
      for (const int c : buffer) EXPECT_EQ(c >= kHbm, s.name == "a") << s.name << " " << c;
    }
  }
  EXPECT_EQ(model::parts_text(both->drams, plan), "hbm2, ddr4-2400");
  // The control: with DIMMs as slow as can be, it stays.
  spec::Stencil stencil = *read_stencil(*on_card(options.source, "", diagnostics), diagnostics);
  stencil.hardware.channels.kinds[1].gbs = 1;
  for (const spec::Placement& place : plan::places_of(stencil)) {
    for (const std::vector<int>& buffer : place.buffers) EXPECT_LT(buffer.back(), kHbm);
  }
}

/// Random places over both kinds: no byte belongs to two buffers, and buffers begin at pages.
TEST(Kinds, NoByteBelongsToTwoBuffers) {
  std::mt19937 random(52);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int mixed = 0;
  for (int round = 0; round < 200; ++round) {
    contract::Shell shell = contract::shell_on_bus(512, 64);
    shell.bank_round = 16 << 10;
    for (int c = 0; c < 34; ++c) {
      shell.channels.push_back({c, {}, {}, true, {}});
      if (c >= kHbm) shell.channels.back().bank_round = 128 << 10;
    }
    contract::Places places(shell);
    std::map<int, std::vector<std::pair<std::uint64_t, std::uint64_t>>> taken;
    bool in_hbm = false, in_ddr = false;
    for (int f = 0; f < 6; ++f) {
      contract::ShellStream stream;
      stream.ping_pong = below(2) == 0;
      const int stripes = 1 << below(2);
      for (int b = 0; b < (stream.ping_pong ? 2 : 1); ++b) {
        const int first = below(2) == 0 ? 32 : below(2) * 2;
        stream.buffers.emplace_back();
        for (int s = 0; s < stripes; ++s) stream.buffers.back().push_back(first + s);
        (first == 32 ? in_ddr : in_hbm) = true;
      }
      const auto bytes = static_cast<std::uint64_t>(1 + below(1 << 20));
      const auto bases = places.add(stream, bytes, static_cast<std::uint64_t>(below(1 << 16)));
      for (std::size_t b = 0; b < bases.size(); ++b) {
        EXPECT_EQ(bases[b] % 4096, 0U);
        for (const int c : stream.buffers[b]) {
          for (const auto& [begin, end] : taken[c]) EXPECT_TRUE(bases[b] >= end || bases[b] + bytes <= begin) << c;
          taken[c].emplace_back(bases[b], bases[b] + bytes);
          EXPECT_LE(bases[b] + bytes, places.end(c));
        }
      }
    }
    mixed += in_hbm && in_ddr ? 1 : 0;
  }
  EXPECT_GT(mixed, 100);
}

/// Two streams of a channel are a quarter of a round of its own DRAM apart, whatever the other channels have.
TEST(Kinds, BuffersAreApartInTheBanksOfTheirOwnDram) {
  const auto apart = [](int channel, std::uint64_t round) {
    contract::Shell shell = contract::shell_on_bus(256, 16);
    shell.bank_round = 16 << 10;
    shell.channels = {{0, {}, {}, true, {}}, {32, {}, {}, true, 128 << 10}};
    contract::Places places(shell);
    contract::ShellStream stream;
    stream.buffers = {{channel}};
    const auto a = places.add(stream, 1 << 20, 0), b = places.add(stream, 1 << 20, 0);
    const std::uint64_t d = (b[0] - a[0]) % round;
    return static_cast<double>(std::min(d, round - d)) / static_cast<double>(round);
  };
  EXPECT_GE(apart(0, 16 << 10), 0.25);
  EXPECT_GE(apart(32, 128 << 10), 0.25);
  EXPECT_LT(apart(0, 128 << 10), 0.25) << "places for another DRAM are no worse: the test sees nothing";
}

TEST(Kinds, TheManifestHasTheRoundOfEachChannel) {
  const auto round_trip = [](const std::string& memory) {
    const ModelReport report = modelled("hotspot2d", {memory});
    return report.prepared->plan.shell->channels;
  };
  const auto mixed = round_trip("hardware.memory={t: 0, power: 32}");
  ASSERT_EQ(mixed.size(), 2U);
  EXPECT_FALSE(mixed[0].bank_round.has_value());
  EXPECT_EQ(mixed[1].bank_round, 128 << 10);
  EXPECT_EQ(modelled("hotspot2d", {"hardware.memory={t: 32, power: 33}"}).prepared->plan.shell->bank_round, 128 << 10);
}

// ---------------------------------------------------------------- refusals

TEST(Kinds, DescriptionsCanGiveTheNumberOfEveryChannel) {
  int most = 0;
  for (const auto& [name, text] : frontend::board_texts()) {
    int channels = 0;
    for (const spec::ChannelKind& kind : frontend::memory_channels(board_named(name)).kinds) channels += kind.count;
    EXPECT_LE(channels, spec::kMostChannelNumber + 1) << name;
    most = std::max(most, channels);
  }
  EXPECT_EQ(most, 34) << "HBM and DIMMs of a U280";
}

TEST(Kinds, ImpossiblePlacesAreRefused) {
  EXPECT_EQ(faults("hotspot2d", {"hardware.memory={t: [32, 33], power: 31}"}), "");
  EXPECT_THAT(faults("hotspot2d", {"hardware.memory={t: [32, 34]}"}),
              HasSubstr("memory channel 34 does not exist: u280 has 0 to 33"));
  EXPECT_THAT(faults("hotspot2d", {"hardware.memory={t: [32, 64]}"}), HasSubstr("u280 has channels 0 to 33"));
  EXPECT_THAT(faults("hotspot2d", {"hardware.memory={t: [0, 17]}", "hardware.kernels=2"}),
              HasSubstr("memory channel 17 does not exist: u280 has 0 to 16 for each of 2 kernels"));
  EXPECT_THAT(faults("hotspot2d", {"hardware.memory={t: [[30, 31], [31, 32]]}"}),
              HasSubstr("a buffer of 't' is striped over HBM2 and DDR4"));
}

TEST(Kinds, ArraysBeyondBothAreRefusedByName) {
  EXPECT_THAT(faults("hotspot2d", {"grid=[65536, 65536]"}),
              testing::AllOf(HasSubstr("RG0832"), HasSubstr("DDR4 channel"), HasSubstr("16.0 GiB"),
                             HasSubstr("u280 has 8.0 GiB in 32 HBM2 channels and 32.0 GiB in 2 DDR4 channels")));
  EXPECT_THAT(faults("hotspot2d", {"grid=[16384, 16384]", "hardware.memory={t: 0, power: 32}"}),
              HasSubstr("HBM2 channel 0 needs 2.0 GiB and has 256 MiB"));
}

// ---------------------------------------------------------------- simulation

TEST(Kinds, EachChannelIsSimulatedWithItsOwnDram) {
  const auto memory_of = [](const std::string& places, const std::string& dram) {
    SimOptions options;
    options.run.source = source_of("hotspot2d", {"hardware.board=u280", places});
    options.memory = Memory::kDdr;
    options.dram = dram;
    Diagnostics diagnostics;
    const auto prepared = prepare_for(options, diagnostics);
    if (!prepared) throw std::runtime_error(diagnostics.render());
    return std::pair(*memory_options(options, **prepared, diagnostics), simulated_dram(options, **prepared));
  };
  const auto [mixed, both] = memory_of("hardware.memory={t: 0, power: 32}", "");
  EXPECT_EQ(both, "hbm2, ddr4-2400");
  const auto models = plain_models();
  EXPECT_EQ(mixed.dram, models.at("hbm2.txt"));
  ASSERT_EQ(mixed.drams.size(), 1U);
  EXPECT_EQ(mixed.drams.at(32), models.at("ddr4-2400.txt"));
  const auto [second, ddr] = memory_of("hardware.memory={t: 33, power: 32}", "");
  EXPECT_EQ(ddr, "ddr4-2400");
  EXPECT_EQ(second.dram, models.at("ddr4-2400.txt"));
  EXPECT_TRUE(second.drams.empty());
  const auto [all, one] = memory_of("hardware.memory={t: 0, power: 32}", "ddr3-1600");
  EXPECT_EQ(one, "ddr3-1600");
  EXPECT_EQ(all.dram, models.at("ddr3-1600.txt"));
  EXPECT_TRUE(all.drams.empty());
}

}  // namespace
}  // namespace rtlgen::driver

// Events on a card besides a smooth run: other extents, clocks, stalls, errors, resets, a watchdog, a wrong host.
#include "card.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// One compiled card for all tests of this file.
const BuiltCard& blocks() {
  static const BuiltCard card("blocks");
  return card;
}

host::SimulatedOptions slow_memory(std::uint64_t seed) {
  host::SimulatedOptions options;
  options.latency_least = 2;
  options.latency_most = 80;
  options.ready_percent = 60;
  options.seed = seed;
  return options;
}

std::shared_ptr<host::SimulatedCard> open(const host::SimulatedOptions& options = {}) {
  return std::make_shared<host::SimulatedCard>(blocks().program, options);
}

std::string failure_of(User& user, std::int64_t steps) {
  try {
    user.run(steps);
  } catch (const host::Error& fault) {
    return fault.what();
  }
  return "";
}

TEST(Card, RunsGoOnWhereTheLastOneEndedAtManyExtents) {
  User user(blocks(), open(slow_memory(1)));
  std::mt19937_64 random(5);
  const contract::CoreInterface& core = blocks().prepared->plan.core;
  for (std::uint64_t n = 0; n < 12; ++n) {
    spec::Extents extents{1, 1, 1};
    for (std::size_t a = 0; a < 2; ++a)
      extents[a] = core.minimum[a] + static_cast<std::int64_t>(
                                         random() % static_cast<std::uint64_t>(core.maximum[a] - core.minimum[a] + 1));
    user.load(extents, n + 1);
    user.run(1 + static_cast<std::int64_t>(random() % 6));
    EXPECT_THAT(user.wrong_fields(), IsEmpty()) << extents[0] << " x " << extents[1];
    user.run(1 + static_cast<std::int64_t>(random() % 4));
    EXPECT_THAT(user.wrong_fields(), IsEmpty()) << extents[0] << " x " << extents[1] << ", further";
  }
}

TEST(Card, AtAnyRatioOfClocks) {
  for (const auto& [bus, kernel] :
       {std::pair{250.0, 200.0}, {100.0, 400.0}, {400.0, 50.0}, {300.0, 299.0}, {1000.0, 100.0}, {60.0, 600.0}}) {
    host::SimulatedOptions options = slow_memory(7);
    options.bus_mhz = bus;
    options.kernel_mhz = kernel;
    User user(blocks(), open(options));
    user.load({61, 17, 1}, 3);
    user.run(5);
    EXPECT_THAT(user.wrong_fields(), IsEmpty()) << bus << " and " << kernel << " MHz";
  }
}

TEST(Card, SeveralAtATime) {
  User one(blocks(), open()), other(blocks(), open(slow_memory(2)));
  one.load({61, 17, 1}, 1);
  other.load({40, 9, 1}, 2);
  one.run(3);
  other.run(4);
  EXPECT_THAT(one.wrong_fields(), IsEmpty());
  EXPECT_THAT(other.wrong_fields(), IsEmpty());
}

TEST(Card, AnErrorOfTheMemoryEndsTheRunAndTheNextOneIsRight) {
  const auto card = open();
  User user(blocks(), card);
  int ended = 0;
  for (std::int64_t burst = 0; burst < 200; burst += 1 + burst / 4) {
    for (const bool write : {false, true}) {
      host::SimulatedOptions options = slow_memory(static_cast<std::uint64_t>(burst) + 9);
      (write ? options.bad_write : options.bad_read) = burst;
      card->set_memory(options);
      user.load({61, 17, 1}, 4);
      const std::string failure = failure_of(user, 5);
      EXPECT_THAT(failure, HasSubstr(write ? "memory responded to a write with an error (field"
                                           : "memory responded to a read with an error (field"))
          << burst;
      ended += failure.empty() ? 0 : 1;
      card->set_memory(slow_memory(11));
      user.load({50, 11, 1}, 5);
      user.run(3);
      EXPECT_THAT(user.wrong_fields(), IsEmpty()) << "after an error at burst " << burst;
    }
  }
  EXPECT_GT(ended, 20);
}

TEST(Card, AResetInMidRunLosesTheRunAndNothingElse) {
  for (int n = 1; n < 12; ++n) {
    const auto card = open(slow_memory(static_cast<std::uint64_t>(n)));
    User user(blocks(), card);
    user.load({61, 17, 1}, 6);
    user.between().in_run = [&](host::SimulatedCard& c) {
      c.wait(700.0 * n);
      c.reset();
      return false;
    };
    EXPECT_THAT(failure_of(user, 5), HasSubstr("does not end"));
    // A program that starts again.
    User next(blocks(), card);
    next.load({61, 17, 1}, 7);
    next.run(5);
    EXPECT_THAT(next.wrong_fields(), IsEmpty()) << "after a reset " << 700 * n << " ns into a run";
  }
}

TEST(Card, ARunCanBeCancelled) {
  const auto card = open(slow_memory(3));
  User user(blocks(), card);
  user.load({61, 17, 1}, 8);
  user.between().in_run = [](host::SimulatedCard& c) {
    c.wait(3000);
    c.write_register(0, 0x100);
    return c.wait_interrupt();
  };
  EXPECT_THAT(failure_of(user, 5), HasSubstr("cancelled"));
  user.between().in_run = nullptr;
  user.load({61, 17, 1}, 9);
  user.run(5);
  EXPECT_THAT(user.wrong_fields(), IsEmpty());
}

TEST(Card, TheWatchdogEndsARunThatStandsStill) {
  host::SimulatedOptions options;
  options.latency_least = options.latency_most = 3000;
  User user(blocks(), open(options));
  user.accelerator().set_watchdog(1000);
  user.load({61, 17, 1}, 1);
  EXPECT_THAT(failure_of(user, 2), HasSubstr("watchdog"));
  user.accelerator().set_watchdog(8000);
  user.load({40, 5, 1}, 1);
  user.run(2);
  EXPECT_THAT(user.wrong_fields(), IsEmpty());
}

/// A host with a fault: the register `name` gets `value`.
void spoil(User& user, const std::string& name, std::uint32_t value) {
  const std::uint32_t at = blocks().prepared->plan.shell->map.find(name).offset;
  user.between().change = [=](std::uint32_t offset, std::uint32_t right) { return offset == at ? value : right; };
}

/// The first bytes of both channels; all buffers are in them.
using Memories = std::array<std::vector<std::uint8_t>, 2>;
Memories memories(host::SimulatedCard& card) {
  Memories all;
  for (int c = 0; c < 2; ++c) {
    all[static_cast<std::size_t>(c)].resize(1 << 17);
    card.read_memory(c, 0, all[static_cast<std::size_t>(c)].data(), 1 << 17);
  }
  return all;
}

/// The places of the fields that a run writes: channel, first byte, byte behind the last.
using Range = std::array<std::uint64_t, 3>;
std::vector<Range> result_buffers() {
  const contract::Shell& shell = *blocks().prepared->plan.shell;
  std::map<std::uint32_t, std::uint64_t> written;
  User user(blocks(), open());
  user.between().change = [&](std::uint32_t offset, std::uint32_t value) {
    written[offset] = value;
    return value;
  };
  user.load({61, 17, 1}, 1);
  user.run(1);
  std::vector<Range> list;
  for (const contract::ShellStream& s : shell.streams) {
    if (!s.is_out) continue;
    for (std::size_t b = 0; b < s.buffers.size(); ++b) {
      const auto at = [&](const char* end) {
        return written.at(shell.map.find(fmt::format("buffer_{}_{}_of_{}", b, end, s.name)).offset);
      };
      list.push_back({static_cast<std::uint64_t>(s.buffers[b][0]), at("first"),
                      at("last") + static_cast<std::uint64_t>(shell.bus_bits / 8)});
    }
  }
  return list;
}

/// Bytes that are others now and lie in no range, as text.
std::vector<std::string> changed_outside(const Memories& before, const Memories& after,
                                         const std::vector<Range>& ranges) {
  std::vector<std::string> list;
  for (std::size_t c = 0; c < before.size(); ++c) {
    for (std::size_t i = 0; i < before[c].size(); ++i) {
      const bool inside =
          std::any_of(ranges.begin(), ranges.end(), [&](const Range& r) { return r[0] == c && i >= r[1] && i < r[2]; });
      if (before[c][i] != after[c][i] && !inside) list.push_back(fmt::format("channel {} byte {}", c, i));
    }
  }
  return list;
}

TEST(Card, ChangesOutsideAreSeen) {
  const auto card = open();
  User user(blocks(), card);
  user.load({61, 17, 1}, 1);
  const auto before = memories(*card);
  user.run(5);
  EXPECT_THAT(changed_outside(before, memories(*card), result_buffers()), IsEmpty());
  EXPECT_FALSE(changed_outside(before, memories(*card), {}).empty());
}

TEST(Card, AWrongHostCannotReachBeyondABuffer) {
  const auto card = open();
  User user(blocks(), card);
  const auto results = result_buffers();
  for (const auto& [name, value] : {std::pair{"buffer_1_last_of_t", 64U},
                                    {"buffer_0_last_of_s", 128U},
                                    {"row_pitch_of_t", 100U},
                                    {"buffer_0_first_of_t", 8U}}) {
    user.between().change = nullptr;
    user.load({61, 17, 1}, 1);
    const auto before = memories(*card);
    spoil(user, name, value);
    EXPECT_THAT(failure_of(user, 5), HasSubstr("outside its buffer")) << name;
    EXPECT_THAT(changed_outside(before, memories(*card), results), IsEmpty()) << name;
    user.between().change = nullptr;
    user.load({61, 17, 1}, 2);
    user.run(5);
    EXPECT_THAT(user.wrong_fields(), IsEmpty());
  }
}

TEST(Card, TheHardwareRefusesExtentsThatTheHostShouldHaveRefused) {
  User user(blocks(), open());
  user.load({61, 17, 1}, 1);
  spoil(user, "rows", 0);
  EXPECT_THAT(failure_of(user, 5), HasSubstr("refused the extents"));
  const auto counters = user.accelerator().counters();
  for (const auto& [channel, beats] : counters.beats) EXPECT_EQ(beats[0] + beats[1], 0U) << "channel " << channel;
  user.between().change = nullptr;
  user.load({61, 17, 1}, 1);
  user.run(5);
  EXPECT_THAT(user.wrong_fields(), IsEmpty());
}

TEST(Card, NoPassesEndInAnErrorOfTheExtents) {
  User user(blocks(), open());
  user.load({61, 17, 1}, 1);
  spoil(user, "passes", 0);
  EXPECT_THAT(failure_of(user, 5), HasSubstr("refused the extents or the passes"));
  user.between().change = nullptr;
  user.load({61, 17, 1}, 1);
  user.run(5);
  EXPECT_THAT(user.wrong_fields(), IsEmpty());
}

TEST(Card, CountersAreExact) {
  User user(blocks(), open());
  user.load({61, 17, 1}, 1);
  user.run(5);
  const host::Counters c = user.accelerator().counters();
  EXPECT_EQ(c.passes, 3U);
  // Own parts of 4 blocks, 16 cells each, on rows of 61 cells in 16 beats of 4: each row's beats are written once a
  // pass.
  std::uint64_t read = 0, written = 0;
  for (const auto& [channel, beats] : c.beats) read += beats[0], written += beats[1];
  EXPECT_EQ(written, 2U * 3 * 17 * 16) << "two state fields, three passes";
  const contract::CoreInterface& core = blocks().prepared->plan.core;
  std::uint64_t fetched = 0;
  for (std::int64_t k = 0; k < core.blocks({61, 17, 1})[0]; ++k) {
    const std::int64_t first = std::max<std::int64_t>(0, k * core.stride(0) - core.ghost_low[0]);
    const std::int64_t last = std::min<std::int64_t>(63, k * core.stride(0) - core.ghost_low[0] + core.block[0] - 1);
    fetched += static_cast<std::uint64_t>((last - first) / 4 + 1);
  }
  // Three streamed fields; the held row takes one beat per cell, once.
  EXPECT_EQ(read, 3U * 3 * 17 * fetched + 17);
  EXPECT_GT(c.cycles_busy, c.cycles_stalled);
}

TEST(Card, AnErrorNamesTheFieldWhereNothingIsRead) {
  const BuiltCard made("made");
  host::SimulatedOptions options;
  options.bad_write = 3;
  User user(made, std::make_shared<host::SimulatedCard>(made.program, options));
  user.load({40, 6, 1}, 1);
  EXPECT_THAT(failure_of(user, 5), HasSubstr("memory responded to a write with an error (field 's')"));
}

TEST(Card, AManifestOfAnotherCardIsRefused) {
  std::string other = blocks().manifest;
  const std::size_t at = other.find("\"digest\": \"") + 11;
  other[at] = other[at] == '0' ? '1' : '0';
  EXPECT_THROW(
      host::Accelerator(other, std::make_unique<host::SimulatedCard>(blocks().program, host::SimulatedOptions{})),
      host::Error);
}

/// Faults in the shell must be seen by these checks.
const BuiltCard& mutants() {
  static const BuiltCard card(
      "line", {{"line_shell.v", ".rows_below(32'd0),\n    .rows_committed(rows_committed_out_t)",
                ".rows_below(32'd0),\n    .rows_committed(MUTANT ? 32'h3fffffff : rows_committed_out_t)"},
               {"rtlgen_bank.v", "assign m_axi_arsize = SIZE[2:0];",
                "assign m_axi_arsize = MUTANT ? ~SIZE[2:0] : SIZE[2:0];"}});
  return card;
}

/// Runs on a card that was built with mutants; `wrong` and `violation` are what was seen.
void run_line(bool& wrong, std::uint32_t& violation) {
  const auto card = std::make_shared<host::SimulatedCard>(mutants().program, slow_memory(1));
  User user(mutants(), card);
  user.load({96, 1, 1}, 1);
  user.run(7);
  wrong = !user.wrong_fields().empty();
  violation = card->statistics().violation & 0xffU;
}

TEST(CardMutants, NoneIsInForce) {
  bool wrong = true;
  std::uint32_t violation = 1;
  run_line(wrong, violation);
  EXPECT_FALSE(wrong);
  EXPECT_EQ(violation, 0U);
}

TEST(CardMutants, ReadsThatDoNotWaitAreSeen) {
  const MutantInForce first(1);
  bool wrong = false;
  std::uint32_t violation = 0;
  run_line(wrong, violation);
  EXPECT_TRUE(wrong);
}

TEST(CardMutants, AWrongSizeOfBeatsIsSeen) {
  const MutantInForce second(2);
  bool wrong = false;
  std::uint32_t violation = 0;
  run_line(wrong, violation);
  EXPECT_EQ(violation, 42U) << "AR_SIZE of sim/shell/axi_checker.v";
}

}  // namespace
}  // namespace rtlgen::test

// One grid over several cards of this process: every bit as on one, and what goes wrong on one card ends the run on
// all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/cards/cards.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "host/simulated_card.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kFolder = test::source_folder() + "/tests/cards/";

driver::CardsOptions options_of(const std::string& file) {
  driver::CardsOptions options;
  options.card.run.run.source.file = file;
  return options;
}

driver::CardsReport run(const driver::CardsOptions& options, int cards) {
  Diagnostics diagnostics;
  const auto transport = cards::in_process(cards);
  auto report = driver::run_on_cards(options, *transport, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return report.ok() ? *std::move(report) : driver::CardsReport();
}

/// Two axes, every rule but wrap along the last one, keep, temporaries, inputs of one axis, bypass in the first pass.
TEST(Cards, MixedBoundariesAreBitExact) {
  driver::CardsOptions options = options_of(kFolder + "mixed.yaml");
  for (const int cards : {1, 2, 5}) {
    for (const std::int64_t iterations : {1, 7}) {
      options.card.run.run.iterations = iterations;
      const driver::CardsReport report = run(options, cards);
      EXPECT_TRUE(report.match() && report.checked)
          << cards << " cards, " << iterations << " steps: " << report.failure << report.mismatches;
      EXPECT_EQ(report.passes, static_cast<std::size_t>((iterations + 1) / 2));
      EXPECT_EQ(report.choice.cards(), cards);
    }
  }
}

/// Three cards and an odd number of slabs: every way of rows, hidden or not.
TEST(Cards, SlabsThatAreExchangedBesideARunAreBitExact) {
  driver::CardsOptions options = options_of(kFolder + "mixed.yaml");
  options.card.run.run.iterations = 5;
  for (options.slabs = 2; options.slabs <= cards::kMostSlabs; ++options.slabs) {
    const driver::CardsReport report = run(options, options.slabs == 2 ? 3 : 2);
    EXPECT_TRUE(report.match() && report.checked) << options.slabs << " slabs: " << report.failure << report.mismatches;
    EXPECT_EQ(report.choice.each(), options.slabs);
    EXPECT_EQ(report.times.at(1).run_ns.size(), 3U);
    EXPECT_EQ(report.times.at(1).exchange_ns.size(), 2U);
    EXPECT_NEAR(report.choice.predicted->seconds * 1e9 / report.run_ns, 1, 0.02);
  }
  options.slabs = 2;
  options.speeds = {1, 3};
  EXPECT_TRUE(run(options, 2).match());
}

TEST(Cards, UnequalCardsAndOtherExtentsAreBitExact) {
  driver::CardsOptions options = options_of(kFolder + "mixed.yaml");
  options.speeds = {1, 3, 2};
  options.card.run.run.extents = {16, 61};
  const driver::CardsReport report = run(options, 3);
  EXPECT_TRUE(report.match()) << report.failure;
  std::vector<std::int64_t> counts;
  for (const cards::Slab& s : report.choice.slabs) counts.push_back(s.count);
  EXPECT_THAT(counts, ElementsAre(10, 31, 20));
}

TEST(Cards, WrapAlongThreeAxesIsBitExact) {
  driver::CardsOptions options = options_of(kFolder + "round.yaml");
  options.card.run.run.extents = {8, 6, 40};
  for (const int cards : {2, 3}) {
    const driver::CardsReport report = run(options, cards);
    EXPECT_TRUE(report.match()) << report.failure;
    EXPECT_EQ(report.choice.slabs.front().below, cards - 1);
  }
}

TEST(Cards, VectorsAreBitExact) {
  const driver::CardsReport report = run(options_of(kFolder + "vector.yaml"), 2);
  EXPECT_TRUE(report.match() && report.checked) << report.failure << report.mismatches;
}

/// A circle of three cards: with three slabs one exchange is not hidden, with two more of them.
TEST(Cards, SlabsInACircleAreBitExact) {
  driver::CardsOptions options = options_of(kFolder + "round.yaml");
  options.card.run.run.extents = {8, 6, 40};
  for (const auto& [cards, slabs] : {std::pair(2, 3), {3, 2}, {3, 3}, {2, 4}}) {
    options.slabs = slabs;
    const driver::CardsReport report = run(options, cards);
    EXPECT_TRUE(report.match()) << cards << " cards of " << slabs << ": " << report.failure << report.mismatches;
    EXPECT_NEAR(report.choice.predicted->seconds * 1e9 / report.run_ns, 1, 0.02);
  }
}

/// Transfers of 40 us beside runs that are longer than four of them.
TEST(Cards, ExchangesAreHiddenBehindRuns) {
  driver::CardsOptions options = options_of(kFolder + "round.yaml");
  options.card.run.link = kFolder + "slow_link.yaml";
  std::vector<double> ns, waited;
  for (options.slabs = 0; options.slabs <= 3; ++options.slabs) {
    const driver::CardsReport report = run(options, 2);
    ASSERT_TRUE(report.match()) << report.failure;
    EXPECT_NEAR(report.choice.predicted->seconds * 1e9 / report.run_ns, 1, 0.02);
    ns.push_back(report.run_ns);
    double exposed = 0;
    for (const double t : report.times[0].exchange_ns) exposed += t;
    waited.push_back(exposed);
  }
  EXPECT_GT(waited[1], 2 * 4 * 40e3) << "two edges and two ghosts, twice";
  EXPECT_NEAR(waited[2], 2 * 2 * 40e3, 5e3) << "an edge and a ghost within the card";
  EXPECT_EQ(waited[3], 0);
  EXPECT_LT(ns[2], 0.97 * ns[1]);
  EXPECT_LT(ns[3], 0.95 * ns[1]);
  EXPECT_EQ(ns[0], *std::min_element(ns.begin() + 1, ns.end())) << "the fastest is taken where nothing is requested";
}

TEST(Cards, TimesAreThePredictedOnes) {
  const driver::CardsReport report = run(options_of(kFolder + "mixed.yaml"), 3);
  ASSERT_TRUE(report.choice.predicted);
  EXPECT_NEAR(report.choice.predicted->seconds * 1e9 / report.run_ns, 1, 0.02);
  ASSERT_EQ(report.times.size(), 3U);
  for (const cards::CardTimes& t : report.times) {
    EXPECT_EQ(t.run_ns.size(), 4U);
    EXPECT_EQ(t.exchange_ns.size(), 3U) << "none after the last pass";
  }
}

/// bench/cards measures the same by simulation (docs/cards.md): slabs that are long against their ghosts keep 95 % of
/// four cards' speed.
TEST(Cards, LongSlabsKeepTheirSpeed) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare({test::source_folder() + "/bench/cards/heat.yaml", {}}, diagnostics);
  ASSERT_TRUE(prepared.ok()) << diagnostics.render();
  const auto efficiency = [&](std::int64_t slab, double network_gbs) {
    model::CardsInput in;
    in.time.plan = &(*prepared)->plan;
    in.time.extents = {1024, 4 * slab, 1};
    in.time.iterations = 400;
    in.time.kernel_mhz = 200;
    in.time.bus_mhz = 250;
    in.time.drams = {*model::find_channel("ddr4-2400")};
    in.time.link = model::HostLink{6.5, 6.5, 20000, 500, 1200, 5000};
    in.network = {2000, network_gbs};
    for (int card = 0; card < 4; ++card) {
      const std::int64_t low = card > 0 ? 4 : 0, high = card < 3 ? 4 : 0;
      in.parts.push_back({slab + low + high, low, high, low, high, card - 1, card < 3 ? card + 1 : -1, card});
    }
    const auto time = model::cards_time(in, diagnostics);
    return time ? time->efficiency(4) : 0.0;
  };
  EXPECT_GE(efficiency(2000, 0), 0.95);
  EXPECT_LT(efficiency(200, 0), 0.75) << "short ones do not";
  EXPECT_LT(efficiency(2000, 1), efficiency(2000, 0)) << "a network takes its share";
  EXPECT_GT(efficiency(2000, 1), 0.9);
}

/// A back end that changes what is asked of a simulated card, or fails.
class Broken : public host::Backend {
 public:
  Broken(std::unique_ptr<host::SimulatedCard> card, bool flips, int fails_in_run)
      : card_(std::move(card)), flips_(flips), fails_in_run_(fails_in_run) {}
  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    std::vector<std::uint8_t> copy(data, data + bytes);
    // Ghosts come after the first run: a bit of them is wrong.
    if (flips_ && runs_ > 0) copy[bytes / 2] ^= 1;
    card_->write_memory(channel, address, copy.data(), bytes);
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    if (fails_in_run_ < 0 && runs_ > 0) throw host::DeviceError("the cable is out");
    card_->read_memory(channel, address, data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { card_->write_register(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return card_->read_register(offset); }
  std::uint64_t capacity(int channel) override { return room > 0 ? room : card_->capacity(channel); }
  bool wait_interrupt() override {
    if (++runs_ == fails_in_run_) throw host::DeviceError("it smells of smoke");
    return card_->wait_interrupt();
  }

  std::uint64_t room = 0;  ///< bytes of each channel; 0: the card's

 private:
  std::unique_ptr<host::SimulatedCard> card_;
  bool flips_;
  int fails_in_run_;
  int runs_ = 0;
};

/// Options that run on mixed.yaml's card, with card 1 of three broken.
class BrokenCards : public testing::Test {
 protected:
  BrokenCards() : options_(options_of(kFolder + "mixed.yaml")) {
    options_.open_backend = [this](int card, const driver::Prepared& prepared,
                                   const std::string& manifest) -> std::unique_ptr<host::Backend> {
      if (card == 1 && refuses_) throw host::DeviceError("there is no card in this slot");
      const runner::CardProgram program = driver::build_card(prepared, {});
      host::SimulatedOptions simulated = host::simulated_options(manifest);
      if (card == 1) simulated.bad_read = bad_read_;
      auto simulation = std::make_unique<host::SimulatedCard>(program.path, simulated);
      if (card != 1) return simulation;
      auto broken = std::make_unique<Broken>(std::move(simulation), flips_, fails_in_run_);
      broken->room = room_;
      return broken;
    };
  }

  std::string failure() {
    try {
      return run(options_, 3).failure;
    } catch (const EnvironmentError& fault) {
      return fault.what();
    }
  }

  driver::CardsOptions options_;
  bool refuses_ = false, flips_ = false;
  int fails_in_run_ = 0;
  std::int64_t bad_read_ = -1;
  std::uint64_t room_ = 0;
};

TEST_F(BrokenCards, WithoutAFaultTheyAreWhole) {
  const driver::CardsReport report = run(options_, 3);
  EXPECT_TRUE(report.match()) << report.failure;
}

TEST_F(BrokenCards, AWrongBitOfAGhostIsFound) {
  flips_ = true;
  const driver::CardsReport report = run(options_, 3);
  EXPECT_GT(report.mismatches, 0);
  EXPECT_TRUE(report.first_mismatch);
  EXPECT_TRUE(report.written.empty());
}

TEST_F(BrokenCards, ACardThatFailsEndsTheRunOnAll) {
  fails_in_run_ = 2;
  EXPECT_EQ(failure(), "card 1: it smells of smoke");
  fails_in_run_ = -1;
  EXPECT_EQ(failure(), "card 1: the cable is out");
  // Beside the run of another slab.
  options_.slabs = 3;
  EXPECT_EQ(failure(), "card 1: the cable is out");
  for (fails_in_run_ = 1; fails_in_run_ <= 4; ++fails_in_run_) EXPECT_EQ(failure(), "card 1: it smells of smoke");
  fails_in_run_ = 0;
  room_ = 500000;
  EXPECT_THAT(failure(), AllOf(StartsWith("card 1: the arrays do not fit in memory at these extents"),
                               HasSubstr("this is slab 1 of 3"), HasSubstr("fewer --slabs")));
  room_ = 0;
  options_.slabs = 1;
  bad_read_ = 20;
  EXPECT_THAT(failure(), StartsWith("card 1: the run failed: memory responded to a read with an error"));
  bad_read_ = -1;
  room_ = 1000;
  EXPECT_THAT(failure(), AllOf(StartsWith("card 1: the arrays do not fit in memory at these extents"),
                               HasSubstr("has 1000 bytes")));
  room_ = 0;
  refuses_ = true;
  EXPECT_EQ(failure(), "there is no card in this slot");
}

// ---------------------------------------------------------------- refusals

std::string refusal(const std::string& yaml, const std::vector<std::string>& sets = {}, int cards = 2,
                    const std::string& device = "", int slabs = 0) {
  const runner::TemporaryFolder folder;
  const std::string path = (folder.path() / "stencil.yaml").string();
  runner::write_file(path, yaml);
  driver::CardsOptions options = options_of(path);
  options.card.run.run.source.sets = sets;
  options.card.device = device;
  options.slabs = slabs;
  Diagnostics diagnostics;
  const auto transport = cards::in_process(cards);
  EXPECT_FALSE(driver::run_on_cards(options, *transport, diagnostics).ok());
  return diagnostics.render();
}

std::string plate(const std::string& update, const std::string& more = "") {
  return "name: plate\ngrid: [16, 32]\ntype: uint<8>\nfields:\n  u: {}\nupdate:\n  - u: " + update + "\n" + more +
         "iterations: 4\nhardware: {bus: 64}\n";
}

TEST(CardsRefuse, ReadsBeyondASlab) {
  EXPECT_THAT(refusal(plate("u[0,1] + uint<8>(y)")),
              AllOf(HasSubstr("stencil.yaml:7:"), HasSubstr("error[RG0812]: y would count from each card's first row"),
                    HasSubstr("axes: [y]")));
  EXPECT_THAT(refusal(plate("u[0,1] + uint<8>(ny)")),
              HasSubstr("error[RG0812]: ny would count from each card's first row"));
  EXPECT_THAT(
      refusal(plate("u[0,1]", "sources:\n  - {at: [3, 4], field: u, values: [1]}\n")),
      AllOf(HasSubstr("stencil.yaml:9:10: "), HasSubstr("error[RG0812]: y would count from each card's first row")));
  EXPECT_THAT(refusal(plate("{expr: u + 1, region: {x: 3, y: [1, -2]}}")),
              AllOf(HasSubstr("error[RG0812]: the region has bounds along y"), HasSubstr("whole along y")));
  const std::string ring =
      "name: ring\ngrid: [16, 32]\ntype: int<8>\nfields:\n  u: {boundary: {y: antiwrap}}\nupdate:\n";
  EXPECT_THAT(refusal(ring + "  - u: u[1,1]\niterations: 2\n"),
              AllOf(HasSubstr("stencil.yaml:7:"), HasSubstr("error[RG0812]: the read wraps with a sign along y")));
  EXPECT_THAT(refusal(plate("u[0,1]", "monitor:\n  top: {of: u, reduce: max}\n")),
              AllOf(HasSubstr("error[RG0813]: monitor 'top' would count the ghosts"), HasSubstr("stencil.yaml:9:")));
  EXPECT_THAT(refusal(plate("u[0,1] + k", "params:\n  k: {runtime: true, value: 1, next: k + 1}\n")),
              HasSubstr("error[RG0813]: parameter 'k' changes after each pass"));
  EXPECT_THAT(refusal("name: row\ngrid: [64]\ntype: uint<8>\nfields:\n  u: {}\nupdate:\n  - u: u[1]\niterations: 2\n"),
              HasSubstr("error[RG0814]: a grid of one axis cannot be split"));
  EXPECT_THAT(refusal(plate("u[0,1]"), {"hardware.extents=fixed"}), HasSubstr("error[RG0814]: with fixed extents"));
  EXPECT_THAT(refusal(plate("u[0,1; y=wrap] + u[0,-1]")),
              AllOf(HasSubstr("error[RG0814]: along y this read stops at the end of the grid, but another one wraps"),
                    HasSubstr("stencil.yaml:7:")));
  EXPECT_THAT(refusal("name: kept\ngrid: [16, 32]\ntype: uint<8>\nfields:\n  u: {boundary: wrap}\nupdate:\n  - u: "
                      "{expr: \"u[0,1]\", border: keep}\niterations: 2\n"),
              HasSubstr("error[RG0814]: along y this read stops"));
  EXPECT_THAT(refusal(plate("u[0,1]"), {"hardware.steps=20"}), HasSubstr("error[RG0815]"));
  EXPECT_THAT(refusal(plate("u[0,1]"), {}, 1, "", 2),
              HasSubstr("--slabs: error[RG0805]: one card has no neighbour to exchange rows with"));
  EXPECT_THAT(refusal(plate("u[1,0]"), {}, 2, "", 2),
              HasSubstr("--slabs: error[RG0805]: no row of this stencil depends on a neighbour's"));
  EXPECT_THAT(refusal(plate("u[0,1]"), {"hardware.steps=5"}, 2, "", 4), HasSubstr("--slabs: error[RG0815]"));
  EXPECT_THAT(refusal(plate("u[0,1]"), {}, 2, "/dev/mine"),
              HasSubstr("error[RG0805]: '/dev/mine' is one card, but --cards requests 2"));
}

}  // namespace
}  // namespace rtlgen::test

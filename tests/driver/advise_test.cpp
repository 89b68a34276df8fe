// Advice: gains are what the models say of the edited description, the best P, I and block are the search's, and what
// does not help has its reason.
#include "driver/advise/advise.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "driver/explore/explore.hpp"
#include "model/alternatives.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

AdviseOptions options_of(const std::string& file, const std::string& board, const std::vector<std::string>& sets = {}) {
  AdviseOptions options;
  options.model.source = {test::source_folder() + "/" + file, sets};
  options.model.board = board;
  return options;
}

AdviseReport advice(const AdviseOptions& options) {
  Diagnostics diagnostics;
  auto report = advise(options, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return *std::move(report);
}

bool only_chain(const Change& change) {
  return std::all_of(change.sets.begin(), change.sets.end(), [](const std::string& set) {
    return set.starts_with("hardware.cells_per_cycle=") || set.starts_with("hardware.steps=") ||
           set.starts_with("hardware.block=");
  });
}

/// The model of the description with the change made.
ModelReport with(const AdviseReport& report, const Change& change) {
  ModelOptions options = report.options;
  options.clock_mhz = change.clock_mhz;
  options.hints = false;
  options.source.sets.insert(options.source.sets.end(), change.sets.begin(), change.sets.end());
  Diagnostics diagnostics;
  auto model = model_design(options, diagnostics);
  if (!model) throw std::runtime_error(diagnostics.render());
  return *std::move(model);
}

/// The result of explore for the same options.
explore::Point best_of(const AdviseReport& report) {
  ExploreOptions explore;
  explore.model = report.options;
  Diagnostics diagnostics;
  const auto found = explore_designs(explore, diagnostics);
  if (!found) throw std::runtime_error(diagnostics.render());
  return found->cases.front().result.best.value();
}

TEST(Advise, GainsAreWhatTheModelSaysOfTheEditedFile) {
  const AdviseReport report = advice(options_of("configs/hotspot2d.yaml", "de5net"));
  ASSERT_GE(report.changes.size(), 3U);
  for (const Change& change : report.changes) {
    const ModelReport then = with(report, change);
    EXPECT_TRUE(then.fits()) << change.what;
    EXPECT_DOUBLE_EQ(then.best().seconds, *change.seconds) << change.what;
    EXPECT_DOUBLE_EQ(report.now.best().seconds / then.best().seconds, change.times_faster) << change.what;
    EXPECT_GT(change.times_faster, 1) << change.what;
    EXPECT_FALSE(change.sets.empty());
  }
  for (std::size_t i = 1; i < report.changes.size(); ++i)
    EXPECT_GE(report.changes[i - 1].times_faster, report.changes[i].times_faster) << "ranked";
}

/// The same bits in the same core: only the places of fields differ.
TEST(Advise, APlacementThatIsTwiceAsSlowAsAutoIsReplaced) {
  const std::vector<std::string> core = {"hardware.cells_per_cycle=16", "hardware.hops=2", "grid=[1024, 1024]"};
  std::vector<std::string> by_hand = core;
  by_hand.emplace_back("hardware.memory={t: 0, power: 0}");
  const auto is_auto = [](const Change& change) {
    return change.sets == std::vector<std::string>{"hardware.memory=auto"};
  };
  const AdviseReport slow = advice(options_of("configs/hotspot2d.yaml", "u280", by_hand));
  const auto change = std::find_if(slow.changes.begin(), slow.changes.end(), is_auto);
  ASSERT_NE(change, slow.changes.end());
  EXPECT_GT(change->times_faster, 2);
  EXPECT_DOUBLE_EQ(with(slow, *change).best().seconds, *change->seconds);
  // Without a placement, fields have these places already.
  const AdviseReport chosen = advice(options_of("configs/hotspot2d.yaml", "u280", core));
  EXPECT_DOUBLE_EQ(chosen.now.best().seconds, *change->seconds);
  EXPECT_TRUE(std::none_of(chosen.changes.begin(), chosen.changes.end(), is_auto));
  EXPECT_TRUE(std::none_of(chosen.refused.begin(), chosen.refused.end(), is_auto));
}

/// Wider stripes than four channels are as fast here, but take more ports; narrower ones are slower and take fewer.
TEST(Advise, NoChangeCostsMoreForNothing) {
  const AdviseReport report = advice(options_of("configs/hotspot2d.yaml", "u280",
                                                {"hardware.cells_per_cycle=16", "hardware.memory={t: 0, power: 0}"}));
  ASSERT_GE(report.changes.size(), 2U);
  std::vector<model::Alternative> all;
  for (const Change& c : report.changes) {
    ASSERT_GT(c.costs.size(), 4U);
    all.push_back({*c.seconds, c.costs});
  }
  for (const auto& by : model::superfluous(all, 1.005)) EXPECT_FALSE(by.has_value());
  const auto striped = [](const Change& c) { return c.what.starts_with("every field striped over "); };
  EXPECT_LE(std::ranges::count_if(report.changes, striped), 2);
  const auto left_out = [&](const Change& c) { return striped(c) && c.refused.ends_with("which costs less"); };
  EXPECT_GE(std::ranges::count_if(report.refused, left_out), 3);
  for (const Change& c : report.refused) EXPECT_EQ(c.refused.find('"' + c.what + '"'), std::string::npos) << "itself";
}

TEST(Advise, AgreesWithExplore) {
  const AdviseReport report = advice(options_of("configs/hotspot2d.yaml", "de5net"));
  const explore::Point best = best_of(report);
  const auto change =
      std::find_if(report.changes.begin(), report.changes.end(), [](const Change& c) { return c.is_best; });
  ASSERT_NE(change, report.changes.end());
  EXPECT_DOUBLE_EQ(*change->seconds, best.seconds);
  for (const Change& c : report.changes) {
    EXPECT_TRUE(!only_chain(c) || *c.seconds >= best.seconds * (1 - 1e-9)) << c.what;
  }
  // Taken, the search has nothing better.
  AdviseOptions after = options_of("configs/hotspot2d.yaml", "de5net");
  after.model.clock_mhz = report.options.clock_mhz;
  after.model.source.sets = change->sets;
  for (const Change& c : advice(after).changes) EXPECT_FALSE(only_chain(c)) << c.what;
}

/// Hops that a change needs are part of it; without them the model asks for them.
TEST(Advise, ProposesTheHopsThatAChangeNeeds) {
  const AdviseReport report = advice(options_of("configs/hotspot2d.yaml", "vcu118"));
  const auto change = std::ranges::find_if(report.changes, &Change::is_best);
  ASSERT_NE(change, report.changes.end());
  const auto is_hops = [](const std::string& set) { return set.starts_with("hardware.hops="); };
  const auto needs_dies = [&](const Change& c) {
    const std::vector<std::string> notes = with(report, c).notes;
    return std::ranges::any_of(notes, [](const std::string& n) { return n.find("dies are needed") < n.size(); });
  };
  EXPECT_EQ(std::ranges::count_if(change->sets, is_hops), 1) << change->what;
  EXPECT_FALSE(needs_dies(*change));
  Change without = *change;
  std::erase_if(without.sets, is_hops);
  EXPECT_TRUE(needs_dies(without)) << "the control";
  // Changes that need one die have no crossings.
  EXPECT_FALSE(
      std::ranges::all_of(report.changes, [&](const Change& c) { return std::ranges::any_of(c.sets, is_hops); }));
}

/// A serial line limits both alike.
TEST(Advise, AgreesWithExploreOverALine) {
  const AdviseReport report = advice(options_of("configs/life.yaml", "icebreaker"));
  EXPECT_TRUE(report.binds.starts_with("the serial line: it takes 9")) << report.binds;
  ASSERT_FALSE(report.changes.empty());
  ASSERT_TRUE(report.changes.front().is_best);
  EXPECT_NEAR(*report.changes.front().seconds, best_of(report).seconds, 1e-9);
}

/// 12 % slower, but 2.4 times slower instead of 136 %.
TEST(Advise, LargeLossesAreFactors) {
  AdviseOptions options = options_of("configs/life.yaml", "icebreaker", {"hardware.steps=2"});
  options.model.iterations = 1000;
  const AdviseReport report = advice(options);
  const auto slower = [&](const std::string& unit) {
    return std::ranges::any_of(report.refused, [&](const Change& c) {
      return c.refused.find(unit + " slower: limited by the serial line") != std::string::npos;
    });
  };
  EXPECT_TRUE(slower(" %"));
  EXPECT_TRUE(slower(" times"));
  for (const Change& c : report.refused) {
    if (c.times_faster > 0 && c.times_faster < 0.5) {
      EXPECT_EQ(c.refused.find('%'), std::string::npos) << c.refused;
    }
  }
}

TEST(Advise, NothingHelpsTheBest) {
  const AdviseReport report = advice(options_of("configs/life.yaml", "arty_a7_35"));
  ASSERT_FALSE(report.changes.empty());
  ASSERT_TRUE(report.changes.front().is_best);
  AdviseOptions best = options_of("configs/life.yaml", "arty_a7_35", report.changes.front().sets);
  best.model.clock_mhz = report.options.clock_mhz;
  const AdviseReport after = advice(best);
  EXPECT_TRUE(after.changes.empty()) << after.changes.front().what;
  EXPECT_FALSE(after.refused.empty());
  for (const Change& c : after.refused) EXPECT_FALSE(c.refused.empty()) << c.what;
  const bool full = std::any_of(after.refused.begin(), after.refused.end(), [](const Change& c) {
    return c.refused.find("does not fit: needs") != std::string::npos &&
           c.refused.find(" LUT (limit 16,640)") != std::string::npos;
  });
  EXPECT_TRUE(full) << "what would be faster does not fit";
}

TEST(Advise, MemoryThatBinds) {
  const AdviseReport report = advice(options_of("bench/memory/heat.yaml", "vcu118", {"hardware.memory={t: 0}"}));
  EXPECT_EQ(report.binds, "memory channel 0");
  EXPECT_GT(*report.potentials.memory.value, 0.2);
  const auto places = std::find_if(report.changes.begin(), report.changes.end(), [](const Change& c) {
    return c.sets == std::vector<std::string>{"hardware.memory.t=[0, 1]"};
  });
  ASSERT_NE(places, report.changes.end()) << "the board has two channels";
  EXPECT_GT(places->times_faster, 1.5);
  EXPECT_FALSE(only_chain(report.changes.front())) << "the fastest uses all channels and another P and I";
  EXPECT_FALSE(report.changes.front().is_best);
  // A board of one channel has none to spread over.
  const AdviseReport one = advice(options_of("bench/memory/heat.yaml", "kcu105"));
  const bool is_reported = std::any_of(one.refused.begin(), one.refused.end(), [](const Change& c) {
    return c.refused == "needs 2 memory channels, the board has 1";
  });
  EXPECT_TRUE(is_reported);
}

TEST(Advise, ASlowBusIsSaid) {
  const AdviseReport report =
      advice(options_of("bench/memory/heat.yaml", "b520n", {"hardware.bus.clock_mhz=60", "hardware.memory={t: 0}"}));
  EXPECT_EQ(report.binds, "the bus of memory channel 0");
  const auto faster = std::find_if(report.changes.begin(), report.changes.end(), [](const Change& c) {
    return c.sets.front().starts_with("hardware.bus.clock_mhz=");
  });
  ASSERT_NE(faster, report.changes.end());
  EXPECT_GT(faster->times_faster, 2);
  // A project decides the bus.
  const AdviseReport fixed = advice(options_of("bench/memory/heat.yaml", "vcu118", {"hardware.bus.clock_mhz=60"}));
  EXPECT_TRUE(std::ranges::any_of(fixed.refused, [](const Change& c) {
    return c.what.starts_with("a bus as fast as the kernel") &&
           c.refused.starts_with("the board's bus has 512 bits at ");
  }));
}

TEST(Advise, TransfersThatTakeLongerThanTheRunBind) {
  AdviseOptions options = options_of("bench/memory/heat.yaml", "vcu118");
  options.model.link = "pcie3x8";
  options.model.iterations = 1;
  const AdviseReport report = advice(options);
  EXPECT_TRUE(report.binds.starts_with("the host's link: transfers take ")) << report.binds;
  for (const Change& c : report.changes) EXPECT_LT(c.times_faster, 2) << "the transfers stay: " << c.what;
}

TEST(Advise, WhatDoesNotFitGetsAWayOut) {
  const AdviseReport report = advice(options_of("configs/life.yaml", "arty_a7_35", {"hardware.steps=80"}));
  EXPECT_FALSE(report.now.fits());
  EXPECT_EQ(*report.potentials.compute.value, 0);
  ASSERT_FALSE(report.changes.empty());
  EXPECT_TRUE(with(report, report.changes.front()).fits());
}

/// iCE40 has no published designs, but its cells are known. Another change may cost less than the clock.
TEST(Advise, AClockThatTheDesignsOwnCellsDefendIsOffered) {
  // A smaller design may be as fast, because the serial line limits both.
  const auto clock_of = [](const AdviseReport& report) {
    for (const auto* const list : {&report.changes, &report.refused}) {
      for (const Change& c : *list) {
        if (!c.sets.empty() && c.sets.front().starts_with("hardware.clock_mhz=") && c.seconds)
          return std::stod(c.sets.front().substr(c.sets.front().find('=') + 1));
      }
    }
    return 0.0;
  };
  const AdviseReport slow = advice(options_of("configs/life.yaml", "icebreaker", {"hardware.clock_mhz=12"}));
  EXPECT_EQ(clock_of(slow), std::floor(model::defended_mhz(*slow.now.clock.predicted)));
  EXPECT_GT(clock_of(slow), 12);
  const AdviseReport fast = advice(options_of("configs/life.yaml", "icebreaker", {"hardware.clock_mhz=60"}));
  EXPECT_EQ(clock_of(fast), 0);
  for (const Change& c : fast.refused)
    EXPECT_EQ(c.refused.find("fewer than three published designs"), std::string::npos) << c.refused;
  // Neither is known of a 7 series.
  const AdviseReport unknown = advice(options_of("configs/life.yaml", "arty_a7_35"));
  EXPECT_TRUE(std::ranges::any_of(
      unknown.refused, [](const Change& c) { return c.refused.starts_with("fewer than three published designs"); }));
}

TEST(Advise, UnknownFiguresAreSaid) {
  const AdviseReport report = advice(options_of("configs/life.yaml", "s10_mx2100"));
  const bool known = report.potentials.compute.value.has_value();
  EXPECT_TRUE(!known || report.potentials.compute.at_most);
  EXPECT_TRUE(report.potentials.memory.value) << "its memory is known";
  EXPECT_TRUE(std::ranges::any_of(
      report.changes, [](const Change& c) { return c.fullest.ends_with(", as far as the board is known"); }));
}

TEST(Advise, RowsThatDoNotSuitTheProjectsBusAreRefused) {
  const auto faults_with = [](int cells) {
    const test::Scratch scratch(fmt::format(
        "name: ring\ngrid: [{}]\nfields:\n  t: {{boundary: wrap}}\nupdate:\n  - t: t + t[1]\niterations: 10\n"
        "hardware: {{cells_per_cycle: 1}}\n",
        cells));
    AdviseOptions options;
    options.model.source.file = scratch.file();
    options.model.board = "vcu118";
    Diagnostics diagnostics;
    static_cast<void>(advise(options, diagnostics));
    return diagnostics.render();
  };
  EXPECT_TRUE(faults_with(100).starts_with("the board's bus of 512 bits: error[RG0405]")) << faults_with(100);
  EXPECT_EQ(faults_with(112), "");
}

TEST(Advise, NeedsABoard) {
  Diagnostics diagnostics;
  EXPECT_FALSE(advise(options_of("configs/life.yaml", ""), diagnostics));
  ASSERT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(to_string(diagnostics.all().front().code), "RG0805");
}

TEST(Advise, AllOfTheFile) {
  // Blocks, several fields, three axes, inputs that are held, monitors: every change is built or has its reason.
  for (const char* file :
       {"configs/jacobi3d.yaml", "configs/lattice_gas.yaml", "configs/heat_until.yaml", "configs/ground2d.yaml"}) {
    // ground2d places its fields in several channels.
    const bool several = std::string(file) == "configs/ground2d.yaml";
    const AdviseReport report = advice(options_of(file, several ? "u250" : "kcu105"));
    EXPECT_FALSE(report.binds.empty()) << file;
    const bool decides = std::any_of(report.notes.begin(), report.notes.end(), [](const std::string& n) {
      return n.find("decide once per pass") != std::string::npos;
    });
    EXPECT_EQ(decides, std::string(file) == "configs/heat_until.yaml") << file;
    EXPECT_GT(report.changes.size() + report.refused.size(), 4U) << file;
    for (const Change& c : report.refused) EXPECT_FALSE(c.refused.empty()) << file << ": " << c.what;
    ASSERT_FALSE(report.changes.empty()) << file;
    EXPECT_DOUBLE_EQ(with(report, report.changes.front()).best().seconds, *report.changes.front().seconds) << file;
  }
}

}  // namespace
}  // namespace rtlgen::driver

// The controller keeps every timing rule, loses nothing and delivers what such channels do; a scheduler with one
// timing too short is caught by that rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "dram/part_file.hpp"
#include "dram/rules.hpp"
#include "dram/traffic.hpp"
#include "test_paths.hpp"

namespace rtlgen::dram {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> kParts = [] {
  std::vector<std::string> names;
  for (const auto& [name, text] : part_texts()) {
    if (name.starts_with("parts/")) names.push_back(name.substr(name.find('/') + 1));
  }
  return names;
}();
Timings part(const std::string& name) {
  return read_timings(test::source_folder() + "/sim/dram/parts/" + name + ".yaml");
}

enum class Kind { kRandom, kLinear, kFewBanks, kSparse };

/// Requests of a kind until `count` are done. "" or what went wrong; the commands go to `trace`.
std::string drive(const Timings& t, Kind kind, int count, std::vector<Command>& trace, std::int64_t& clocks) {
  Controller controller(t);
  controller.trace(&trace);
  std::mt19937_64 random(7);
  std::set<std::uint64_t> open;
  std::uint64_t next = 0, tag = 0;
  for (int done = 0, quiet = 0; done < count; ++quiet) {
    if (quiet > 20000) return "it hangs";
    Request r{0, random() % 3 == 0, tag};
    const std::uint64_t step = static_cast<std::uint64_t>(t.burst_bytes());
    if (kind == Kind::kLinear)
      r.address = (r.write ? t.capacity() / 2 : 0) + next * step;
    else if (kind == Kind::kFewBanks)
      r.address = (random() % 8) * (t.capacity() / 8) + random() % 4 * step;
    else
      r.address = random() % (t.capacity() / step) * step;
    const bool offer = kind != Kind::kSparse || random() % 40 == 0;
    if (offer && controller.accept(r)) open.insert(tag++), ++next;
    controller.tick();
    while (const auto c = controller.done()) {
      if (open.erase(c->tag) != 1) return "a request is done that is not open";
      ++done, quiet = 0;
    }
  }
  clocks = controller.statistics().clocks;
  return "";
}

std::string first_fault(const Timings& scheduler, const Timings& truth, int count = 6000) {
  for (const Kind kind : {Kind::kRandom, Kind::kLinear, Kind::kFewBanks, Kind::kSparse}) {
    std::vector<Command> trace;
    std::int64_t clocks = 0;
    const std::string fault = drive(scheduler, kind, count, trace, clocks);
    if (!fault.empty()) return fault;
    const std::string broken = broken_rule(trace, truth, clocks);
    if (!broken.empty()) return broken;
  }
  return "";
}

TEST(Controller, EveryRuleHoldsAndEveryRequestIsDoneOnce) {
  for (const std::string& name : kParts) EXPECT_EQ(first_fault(part(name), part(name)), "") << name;
  Timings plain = part("ddr4-2400");
  plain.map = "bankgroup:bank:row:column";
  EXPECT_EQ(first_fault(plain, plain), "");
}

TEST(Controller, ASchedulerWithOneTimingTooShortIsCaughtByThatRule) {
  // Rules that follow from others in a real part are made to matter.
  Timings truth = part("ddr4-2400");
  truth.rc += 12;
  truth.ras -= 12;
  const std::vector<std::pair<int Timings::*, std::string>> rules = {
      {&Timings::rcd, "tRCD"},     {&Timings::rp, "tRP"},
      {&Timings::rc, "tRC"},       {&Timings::rrd_s, "tRRD_S"},
      {&Timings::rrd_l, "tRRD_L"}, {&Timings::faw, "tFAW"},
      {&Timings::ccd_s, "tCCD_S"}, {&Timings::ccd_l, "tCCD_L"},
      {&Timings::wtr_s, "tWTR_S"}, {&Timings::wtr_l, "tWTR_L"},
      {&Timings::rtp, "tRTP"},     {&Timings::wr, "tWR"},
      {&Timings::rfc, "tRFC"},     {&Timings::rtw_gap, "read to write"}};
  EXPECT_EQ(first_fault(truth, truth, 20000), "");
  for (const auto& [member, rule] : rules) {
    Timings broken = truth;
    broken.*member -= 1;
    EXPECT_THAT(first_fault(broken, truth, 20000), StartsWith(rule)) << rule;
  }
  Timings hasty = part("ddr4-2400");
  hasty.ras -= 1;
  EXPECT_THAT(first_fault(hasty, part("ddr4-2400"), 20000), StartsWith("tRAS"));
  Timings lazy = part("ddr4-2400");
  lazy.refi *= 2;
  EXPECT_THAT(first_fault(lazy, part("ddr4-2400")), StartsWith("tREFI"));
}

TEST(Rules, StatesAndPinsAreWatched) {
  const Timings t = part("ddr4-2400");
  const auto say = [&](const std::vector<Command>& list) { return broken_rule(list, t, 0); };
  const Command open{1, Op::kActivate, 0, 0, 5, 0};
  EXPECT_THAT(say({open, {20, Op::kRead, 0, 0, 6, 0}}), StartsWith("a column of a row that is not open"));
  EXPECT_THAT(say({{20, Op::kWrite, 0, 0, 6, 0}}), StartsWith("a column of a row that is not open"));
  EXPECT_THAT(say({open, {100, Op::kActivate, 0, 0, 6, 0}}), StartsWith("an open bank is activated"));
  EXPECT_THAT(say({open, {100, Op::kRefresh, 0, 0, 0, 0}}), StartsWith("a refresh with a bank open"));
  EXPECT_THAT(say({open, {1, Op::kActivate, 1, 0, 5, 0}}), StartsWith("two commands in a clock"));
  EXPECT_THAT(say({open, {42, Op::kPrecharge, 0, 0, 0, 0}, {50, Op::kRefresh, 0, 0, 0, 0}}),
              StartsWith("tRP before a refresh"));
  EXPECT_THAT(say({{1, Op::kRefresh, 0, 0, 0, 0}, {300, Op::kRefresh, 0, 0, 0, 0}}), StartsWith("tRFC"));
  Timings wide = t;
  wide.ccd_s = 3;
  const Command other{10, Op::kActivate, 1, 0, 5, 0};
  EXPECT_THAT(broken_rule({open, other, {40, Op::kRead, 0, 0, 5, 0}, {43, Op::kRead, 1, 0, 5, 0}}, wide, 0),
              StartsWith("data of two bursts"));
}

TEST(Controller, TheMapTakesAddressesApart) {
  const Timings t = part("ddr4-2400");
  const AddressMap map(t);
  EXPECT_EQ(map.place(0), (DramAddress{0, 0, 0, 0}));
  EXPECT_EQ(map.place(63), (DramAddress{0, 0, 0, 0}));
  EXPECT_EQ(map.place(64), (DramAddress{1, 0, 0, 0}));
  EXPECT_EQ(map.place(256), (DramAddress{0, 0, 0, 1}));
  EXPECT_EQ(map.place(32 << 10), (DramAddress{0, 1, 0, 0}));
  EXPECT_EQ(map.place(128 << 10), (DramAddress{0, 0, 1, 0}));
  EXPECT_EQ(map.place(t.capacity() - 1), (DramAddress{3, 3, 65535, 127}));
}

TEST(Controller, QueuesAreBoundedAndAddressesChecked) {
  const Timings t = part("ddr3-1600");
  Controller controller(t);
  for (const bool write : {false, true}) {
    for (int i = 0; i < 32; ++i) EXPECT_TRUE(controller.accept({static_cast<std::uint64_t>(i) * 64, write, 0}));
    EXPECT_FALSE(controller.accept({0, write, 0}));
  }
  EXPECT_THROW(controller.accept({t.capacity(), false, 0}), std::out_of_range);
}

TEST(Controller, DeliversWhatSuchChannelsDo) {
  for (const std::string& name : kParts) {
    const Timings t = part(name);
    const double ceiling = 100.0 * (1.0 - static_cast<double>(t.rfc) / t.refi);
    for (const bool write : {false, true}) {
      const double got = deliver(t, {{0, write}}, 1 << 20).percent;
      // If a stream stays in its bank, it waits for each change of row.
      EXPECT_GT(got, ceiling - (t.map.starts_with("row") ? 3 : 5)) << name;
      EXPECT_LT(got, ceiling + 0.5) << name;
    }
    if (!t.map.starts_with("row:bank")) continue;  // a place cannot choose the bank
    const std::uint64_t half_round = t.bank_round() / 2;
    const double same = deliver(t, {{0, false}, {t.capacity() / 2, true}}, 1 << 20, 8192).percent;
    const double apart = deliver(t, {{0, false}, {t.capacity() / 2 + half_round, true}}, 1 << 20, 8192).percent;
    EXPECT_GT(apart, 82) << name;
    EXPECT_GT(apart, same + 5) << name << ": banks do not matter";
  }
}

/// Clocks of the refreshes of an idle controller.
std::vector<std::int64_t> refreshes(const Timings& t, int channel) {
  Controller controller(t, channel);
  std::vector<Command> trace;
  controller.trace(&trace);
  for (std::int64_t clock = 0; clock < 3 * t.refi; ++clock) controller.tick();
  std::vector<std::int64_t> clocks;
  for (const Command& c : trace) {
    if (c.op == Op::kRefresh) clocks.push_back(c.clock);
  }
  return clocks;
}

TEST(Controller, ChannelsRefreshAtDifferentTimes) {
  for (const std::string& name : kParts) {
    const Timings t = part(name);
    EXPECT_EQ(refresh_phase(t, 0), 0);
    std::vector<std::int64_t> first;
    for (int channel = 0; channel < 32; ++channel) {
      const std::vector<std::int64_t> clocks = refreshes(t, channel);
      ASSERT_GE(clocks.size(), 2U) << name;
      EXPECT_EQ(clocks[0], t.refi - refresh_phase(t, channel)) << name << ", channel " << channel;
      EXPECT_EQ(clocks[1] - clocks[0], t.refi) << name << ", channel " << channel;
      first.push_back(clocks[0]);
    }
    // 32 phases divide the interval, so the average gap is a 32nd of it.
    std::sort(first.begin(), first.end());
    for (std::size_t i = 1; i < first.size(); ++i) EXPECT_GT(first[i] - first[i - 1], t.refi / 100) << name;
  }
}

TEST(Controller, AnOldRequestIsNotOvertakenForEver) {
  Timings t = part("ddr3-1600");
  Controller controller(t);
  const std::uint64_t row = static_cast<std::uint64_t>(t.data_bits / 8 * t.columns * t.banks);
  std::uint64_t tag = 1;
  // The first refresh, at 6240, would close the row and end the wait.
  for (int clock = 0; clock < 4000; ++clock) {
    if (clock == 100) ASSERT_TRUE(controller.accept({row, false, 0}));
    // A full queue would hold back the hits that overtake.
    else if (tag < 20 || (tag - 20) * 4 < static_cast<std::uint64_t>(clock))
      tag += controller.accept({(tag % 100) * 64, false, tag}) ? 1 : 0;
    controller.tick();
    while (const auto c = controller.done()) {
      if (c->tag == 0) return;
    }
  }
  FAIL() << "it waits for ever";
}

}  // namespace
}  // namespace rtlgen::dram

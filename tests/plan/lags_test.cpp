// Lags: the solver against every choice of small lags, the certificate against every choice of a plan's.
#include "plan/lags/lags.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

#include "contract/frame.hpp"
#include "plan/lags/order.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "programs.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace rtlgen::test {
namespace {

using contract::Distance;
using contract::ExtentPlan;
using contract::FrameShape;
using plan::Consumer;
using plan::LagProblem;
using plan::Order;

/// Criteria for lags, most important first: cells, bits, streams kept, the exit's lag, every lag.
using Merit = std::vector<std::int64_t>;

/// Nothing if the lags (words, by consumer, then by late stream) permit a read of data that has not arrived.
std::optional<Merit> merit(const LagProblem& p, const std::vector<std::int64_t>& lags, const FrameShape& frame) {
  std::map<std::pair<spec::StreamId, int>, std::int64_t> reach;  // stream, lane -> words kept
  std::map<spec::StreamId, std::int64_t> entry;                  // late stream -> when it enters
  const std::int64_t exit = lags[p.consumers.size() - 1];
  for (const spec::StreamId s : p.late.ids()) {
    if (!p.late[s]) continue;
    const std::int64_t lag = lags[p.consumers.size() + entry.size()];
    if (lag < 0 || lag > exit) return std::nullopt;
    entry[s] = lag;
  }
  for (std::size_t c = 0; c < p.consumers.size(); ++c) {
    if (lags[c] < 0) return std::nullopt;
    for (const plan::Need& need : p.consumers[c].needs) {
      const spec::StageId maker = p.maker[need.stream];
      const std::int64_t made = maker.valid()                 ? lags[at(maker.index())]
                                : entry.contains(need.stream) ? entry.at(need.stream)
                                                              : 0;
      const std::int64_t behind = lags[c] - made - frame.count(need.offset);
      if (behind < 0) return std::nullopt;
      std::int64_t& kept = reach[{need.stream, need.lane}];
      kept = std::max(kept, behind);
    }
  }
  std::int64_t cells = 0, bits = 0;
  std::map<spec::StreamId, bool> stored;
  for (const auto& [where, words] : reach) {
    cells += words;
    bits += words * p.bits[where.first];
    stored[where.first] = stored[where.first] || words > 0;
  }
  Merit result = {cells, bits, std::count_if(stored.begin(), stored.end(), [](const auto& s) { return s.second; }),
                  exit};
  result.insert(result.end(), lags.begin(), lags.begin() + static_cast<std::ptrdiff_t>(p.consumers.size()));
  return result;
}

/// Calls `visit` with every vector of `count` lags from 0 to `most`.
void each_choice(std::size_t count, std::int64_t most,
                 const std::function<void(const std::vector<std::int64_t>&)>& visit) {
  std::vector<std::int64_t> lags(count, 0);
  for (std::size_t i = 0; i < count;) {
    visit(lags);
    for (i = 0; i < count && ++lags[i] > most; ++i) lags[i] = 0;
  }
}

/// The lags of all consumers, then of late streams.
std::vector<std::int64_t> counted(const LagProblem& p, const plan::Lags& lags, const FrameShape& frame) {
  std::vector<std::int64_t> words;
  for (const Distance& d : lags.consumers) words.push_back(frame.count(d));
  for (const spec::StreamId s : p.late.ids()) {
    if (p.late[s]) words.push_back(frame.count(lags.streams[s]));
  }
  return words;
}

/// One or two streams enter, some of them late if `late`, every stage reads some earlier ones, the exit reads the last
/// and some more.
LagProblem random_problem(std::mt19937& random, int stages, int lanes, int reach, bool late = false) {
  const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
  LagProblem p;
  const int entering = 1 + below(2);
  for (int s = 0; s < entering; ++s) {
    p.maker.push_back({});
    p.bits.push_back(8 * (1 + below(2)));
  }
  const auto read = [&](Consumer& c, int stream, bool centre) {
    for (int n = centre ? 1 : 1 + below(2); n > 0; --n) {
      const int offset = centre ? 0 : below(2 * reach + 1) - reach;
      for (int lane = 0; lane < lanes; ++lane) {
        if (centre || below(4) > 0)
          c.needs.push_back({spec::StreamId(stream), {0, 0, offset + (lane > 0 ? below(2) : 0)}, lane});
      }
    }
  };
  for (int i = 0; i < stages; ++i) {
    Consumer c;
    c.stage = spec::StageId(i);
    const int known = static_cast<int>(p.maker.size());
    for (int n = 1 + below(2); n > 0; --n) read(c, below(known), below(3) == 0);
    p.consumers.push_back(c);
    p.maker.push_back(c.stage);
    p.bits.push_back(8 * (1 + below(2)));
  }
  p.late.assign(p.maker.size(), false);
  for (int s = 0; s < entering; ++s) p.late[spec::StreamId(s)] = late && below(3) > 0;
  Consumer exit;
  read(exit, static_cast<int>(p.maker.size()) - 1, true);
  read(exit, below(static_cast<int>(p.maker.size())), true);
  p.consumers.push_back(exit);
  return p;
}

std::string shown(const LagProblem& p) {
  std::string text;
  for (std::size_t c = 0; c < p.consumers.size(); ++c) {
    text += fmt::format("consumer {}:", c);
    for (const plan::Need& n : p.consumers[c].needs)
      text += fmt::format(" {}[{}].{}", n.stream.index(), n.offset.words, n.lane);
    text += "\n";
  }
  return text;
}

void expect_best(const LagProblem& p, std::int64_t most) {
  const FrameShape frame{1000, 1, 1};
  const Order order(frame, ExtentPlan::kFlat);
  const std::vector<std::int64_t> got = counted(p, plan::minimal_lags(p, order), frame);
  Merit best;
  each_choice(got.size(), most, [&](const std::vector<std::int64_t>& lags) {
    const auto m = merit(p, lags, frame);
    if (m && (best.empty() || *m < best)) best = *m;
  });
  const auto mine = merit(p, got, frame);
  ASSERT_TRUE(mine.has_value()) << shown(p);
  EXPECT_EQ(*mine, best) << shown(p);
}

TEST(Lags, NoOtherLagsAreBetter) {
  std::mt19937 random = seeded(31);
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) expect_best(random_problem(random, 3, 1 + i % 2, 2), 9);
  for (int i = 0; i < 60 && !testing::Test::HasFailure(); ++i) expect_best(random_problem(random, 4, 1 + i % 2, 1), 7);
}

TEST(Lags, InputsComeAsLateAsTheyAreWanted) {
  std::mt19937 random = seeded(33);
  for (int i = 0; i < 200 && !testing::Test::HasFailure(); ++i)
    expect_best(random_problem(random, 2, 1 + i % 2, 2, true), 7);
}

TEST(Lags, AreLeastAtEveryExtentAtOnce) {
  // Offsets in rows and words: the symbolic result is as good as the one for numbers.
  std::mt19937 random = seeded(32);
  for (int i = 0; i < 200; ++i) {
    LagProblem p = random_problem(random, 5, 2, 2, i % 2 != 0);
    for (Consumer& c : p.consumers) {
      for (plan::Need& n : c.needs) {
        if (c.stage.valid()) n.offset.rows = static_cast<int>(random() % 3) - 1;
      }
    }
    const Order symbolic(FrameShape{500, 90, 1}, ExtentPlan::kRuntime);
    const plan::Lags lags = plan::minimal_lags(p, symbolic);
    for (const std::int64_t row : {500, 100, 60}) {
      const FrameShape frame{row, 90, 1};
      LagProblem flat = p;
      for (Consumer& c : flat.consumers) {
        for (plan::Need& n : c.needs) n.offset = {0, 0, frame.count(n.offset)};
      }
      const std::vector<std::int64_t> here = counted(p, lags, frame);
      const std::vector<std::int64_t> there =
          counted(flat, plan::minimal_lags(flat, Order(frame, ExtentPlan::kFlat)), frame);
      const auto mine = merit(p, here, frame), other = merit(p, there, frame);
      ASSERT_TRUE(mine && other);
      EXPECT_EQ(*mine, *other) << shown(p);
    }
  }
}

// ---------------------------------------------------------------- programs

contract::Distance lag_of(const plan::Plan& p, const std::string& name) {
  for (const plan::StagePlan& s : p.executor.stages) {
    if (s.name == name) return s.lag;
  }
  throw std::logic_error("no stage " + name);
}

std::int64_t cells(const plan::Plan& p) {
  std::int64_t sum = 0;
  for (const plan::StreamPlan& s : p.executor.streams) sum += s.buffered_cells;
  return sum;
}

bool stored(const plan::Plan& p, const std::string& name) {
  for (const plan::StreamPlan& s : p.executor.streams) {
    const spec::Stream& stream = p.stencil->streams[s.stream];
    if (p.stencil->arrays[stream.array].name == name && stream.stage.valid()) return s.buffered;
  }
  throw std::logic_error("no stream " + name);
}

TEST(Lags, ATemporaryWaitsWhereItsInputsAreKeptAnyway) {
  // `d` could be made at once and kept for ten rows; `a` is kept for them anyway.
  const plan::Plan p = plan_of(
      "name: wait\ngrid: [64, 40]\ntype: uint8\nfields: {a: {boundary: {constant: 0}}}\nupdate:\n"
      "  - d: a * 3\n  - e: a[0,10] + a[0,-10]\n  - a: d + e\n");
  EXPECT_FALSE(stored(p, "d"));
  EXPECT_FALSE(stored(p, "e"));
  EXPECT_EQ(lag_of(p, "d"), (Distance{0, 10, 0}));
  EXPECT_EQ(cells(p), 20 * 64 + 1);
}

TEST(Lags, OneStreamIsKeptForTwo) {
  // The counterexample of docs/buffers.md: `d` is only read at the centre and still kept, because
  // keeping `a` and `b` instead costs twice as much.
  const plan::Plan p = plan_of(
      "name: two\ngrid: [64, 40]\ntype: uint8\nfields: {a: {boundary: {constant: 0}}, b: {boundary: {constant: 0}}, q: "
      "{}}\nupdate:\n"
      "  - d: a + b\n  - q: d + a[0,10] + b[0,10]\n");
  EXPECT_TRUE(stored(p, "d"));
  EXPECT_EQ(lag_of(p, "d"), Distance{});
  EXPECT_EQ(cells(p), 10 * 64 + 1);
}

std::vector<std::string> late_arrays(const plan::Plan& p) {
  std::vector<std::string> names;
  for (const int a : p.core.late_arrays) names.push_back(p.stencil->arrays[spec::ArrayId(a)].name);
  return names;
}

TEST(Lags, AnInputEntersWhenItIsFirstRead) {
  // Nothing of `f` is kept where it may come ten rows after `c`; two Executors have to hand it on.
  const std::string text =
      "name: late\ngrid: [64, 40]\ntype: uint8\nfields: {c: {boundary: {constant: 0}}, f: {}, q: {}}\nupdate:\n  - q: "
      "f + c[0,10]\n";
  const plan::Plan one = plan_of(text);
  EXPECT_THAT(late_arrays(one), testing::ElementsAre("f"));
  EXPECT_EQ(cells(one), 0);
  const plan::Plan two = plan_of(
      "name: late\ngrid: [64, 40]\ntype: uint8\nfields: {c: {boundary: {constant: 0}}, f: {}}\nupdate:\n"
      "  - c: f + c[0,10]\nhardware: {steps: 2}\n");
  EXPECT_THAT(late_arrays(two), testing::IsEmpty());
}

TEST(Lags, SomeInputBringsTheTokens) {
  // `t` could be made before `a` enters, five rows late, and four rows of `a` would be kept instead of nine;
  // but then no array would make the first tokens.
  const std::string fields = "name: behind\ngrid: [64, 40]\ntype: uint8\nfields: {a: {boundary: {constant: 0}}, ";
  const std::string lines = "  - t: {expr: \"a[0,-9]\", boundary: {constant: 0}}\n";
  const plan::Plan one = plan_of(fields + "q: {}}\nupdate:\n" + lines + "  - q: t[0,5] + t[0,4]\n");
  EXPECT_THAT(late_arrays(one), testing::IsEmpty());
  EXPECT_GE(cells(one), 9 * 64);
  EXPECT_NO_THROW(plan::verify(one));
  // With `b` to make them, `a` may wait.
  const plan::Plan two =
      plan_of(fields + "b: {}, q: {}}\nupdate:\n" + lines + "  - b: b + 1\n  - q: t[0,5] + t[0,4] + b\n");
  EXPECT_THAT(late_arrays(two), testing::ElementsAre("a"));
  EXPECT_NO_THROW(plan::verify(two));
}

TEST(Lags, AStageMayRunAheadOfWhatItReads) {
  // `q` reads only what is behind in `d`, so its position may lie ahead of d's.
  const plan::Plan p = plan_of(
      "name: ahead\ngrid: [64, 40]\ntype: uint8\nfields: {a: {boundary: {constant: 0}}, b: {}, q: {}}\nupdate:\n"
      "  - d: {expr: \"a[0,4]\", boundary: {constant: 7}}\n  - q: d[0,-4] + b\n");
  EXPECT_EQ(lag_of(p, "d"), (Distance{0, 4, 0}));
  EXPECT_EQ(lag_of(p, "q"), Distance{});
  EXPECT_EQ(cells(p), 0);
}

// ---------------------------------------------------------------- the certificate

TEST(Lags, TheCertificateAcceptsExactlyTheLeast) {
  std::mt19937 random = seeded(33);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 40; ++i) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const auto tap = [&](const char* name) { return fmt::format("{}[{}]", name, below(5) - 2); };
    const char* const rule = below(2) == 0 ? "{constant: 1}" : "edge";
    const std::string text = fmt::format(
        "name: tiny\ngrid: [{}]\ntype: uint8\nfields: {{a: {{boundary: {}}}, b: {{boundary: {}}}}}\nupdate:\n"
        "  - t: {} + {}\n  - u: {} + {}\n  - b: {} + {} + {}\nhardware: {{cells_per_cycle: {}, steps: {}}}\n",
        12 + below(9), rule, rule, tap("a"), tap("b"), tap(below(2) == 0 ? "t" : "a"), tap("b"), tap("t"), tap("u"),
        tap("b"), 1 + below(3), 1 + below(2));
    SCOPED_TRACE(text);
    plan::Plan p = plan_of(text);
    const std::set<plan::WordRead> reads = plan::word_reads(p);
    // The reads as a problem of their own, judged by this file's count.
    LagProblem problem;
    for (const spec::Stream& s : p.stencil->streams) {
      problem.maker.push_back(s.stage);
      problem.bits.push_back(8);
      problem.late.push_back(p.core.steps == 1 && p.stencil->arrays[s.array].role == spec::Role::kInput);
    }
    const auto late = std::find(problem.late.begin(), problem.late.end(), true);
    problem.consumers.resize(p.stencil->stages.size() + 1);
    for (const plan::WordRead& r : reads) {
      Consumer& c = r.reader.valid() ? problem.consumers[at(r.reader.index())] : problem.consumers.back();
      c.needs.push_back({r.stream, {0, 0, r.words}, static_cast<int>(r.lane)});
    }
    std::int64_t least = -1;
    const auto each = [&](const auto& visit) {
      each_choice(problem.consumers.size() + (late != problem.late.end() ? 1 : 0), 6,
                  [&](const std::vector<std::int64_t>& lags) {
                    if (const auto m = merit(problem, lags, {1, 1, 1})) visit(lags, (*m)[0]);
                  });
    };
    each([&](const auto&, std::int64_t kept) { least = least < 0 ? kept : std::min(least, kept); });
    each([&](const std::vector<std::int64_t>& lags, std::int64_t kept) {
      const std::size_t stages = p.executor.stages.size();
      for (std::size_t s = 0; s < stages; ++s) p.executor.stages[spec::StageId(s)].lag = {0, 0, lags[s]};
      p.executor.lag = {0, 0, lags[stages]};
      if (late != problem.late.end())
        p.executor.streams[spec::StreamId(late - problem.late.begin())].lag = {0, 0, lags.back()};
      if (kept == least) {
        EXPECT_NO_THROW(plan::verify_lags(p, reads));
        ++accepted;
      } else {
        EXPECT_THROW(plan::verify_lags(p, reads), InternalError);
        ++refused;
      }
    });
  }
  EXPECT_GT(accepted, 40);
  EXPECT_GT(refused, 400);
}

TEST(Lags, ThePlanSaysWhatIsWrongWithThem) {
  plan::Plan p =
      plan_of("name: late\ngrid: [64]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - d: a[-1] + a[1]\n  - a: d + a[1]\n");
  const std::set<plan::WordRead> reads = plan::word_reads(p);
  EXPECT_NO_THROW(plan::verify_lags(p, reads));
  ++p.executor.stages.back().lag.words;
  try {
    plan::verify_lags(p, reads);
    FAIL() << "a stage that is late for nothing is accepted";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("other lags would keep fewer cells"));
  }
  p.executor.stages.back().lag.words = -1;
  EXPECT_THROW(plan::verify_lags(p, reads), InternalError);
}

}  // namespace
}  // namespace rtlgen::test

// Random descriptions over random cards: the cells of slabs and exchanges are those of the whole grid, whatever reads,
// boundary rules and shares. The cards compute with the golden engine (golden_card.hpp), so what is tested is the
// host's part.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "driver/cards/cards.hpp"
#include "driver/prepare/prepare.hpp"
#include "golden_card.hpp"
#include "runner/folder.hpp"
#include "spec/boundary.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  int from(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  /// A boundary rule; `wraps`: it may wrap.
  std::string rule(bool wraps) {
    std::vector<std::string> rules;
    for (const spec::RuleWord& r : spec::rule_words()) {
      if (r.rule.kind == spec::BoundaryKind::kConstant)
        rules.emplace_back("{constant: 9}");
      else if (wraps || r.rule.kind != spec::BoundaryKind::kWrap)
        rules.emplace_back(r.word);
    }
    return rules[static_cast<std::size_t>(from(0, static_cast<int>(rules.size()) - 1))];
  }

 private:
  std::mt19937_64 random_;
};

std::string read_of(Draw& draw, const char* field, int axes) {
  std::string text = fmt::format("{}[", field);
  for (int a = 0; a < axes; ++a)
    text += fmt::format("{}{}", a > 0 ? "," : "", draw.from(a + 1 == axes ? -3 : -1, a + 1 == axes ? 2 : 1));
  return text + "]";
}

/// `round`: the last axis wraps, of all fields alike.
std::string boundary_of(Draw& draw, int axes, bool round) {
  std::string text = "{";
  for (int a = 0; a + 1 < axes; ++a) text += fmt::format("{}: {}, ", "xyz"[a], draw.rule(true));
  return text + fmt::format("{}: {}}}", "xyz"[axes - 1], round ? "wrap" : draw.rule(false));
}

/// Two states, an input, an output, an input of the last axis, a temporary; 8-bit integers, so that nothing a bit away
/// is lost.
std::string description(Draw& draw) {
  const int axes = draw.from(2, 3);
  const int rows = draw.from(40, 160);
  const bool round = draw.from(0, 2) == 0;
  const char last = "xyz"[axes - 1];
  std::string text = fmt::format("name: random\ngrid: [8, {}{}]\ntype: int<8>\nfields:\n",
                                 axes == 2 ? rows : draw.from(4, 6), axes == 3 ? fmt::format(", {}", rows) : "");
  for (const char* field : {"u", "v", "p"})
    text += fmt::format("  {}: {{boundary: {}}}\n", field, boundary_of(draw, axes, round));
  text +=
      fmt::format("  o: {{}}\n  row: {{axes: [{}], boundary: {}}}\nupdate:\n", last, round ? "wrap" : draw.rule(false));
  text += fmt::format("  - t: {{boundary: {}, expr: \"({} ^ {}) + row[{}]\"}}\n", round ? "wrap" : "edge",
                      read_of(draw, "u", axes), read_of(draw, "p", axes), draw.from(-1, 1));
  const std::string u = fmt::format("{} + {}", read_of(draw, "u", axes), read_of(draw, "t", axes));
  text += !round && draw.from(0, 1) == 0 ? fmt::format("  - u: {{expr: \"{}\", border: keep}}\n", u)
                                         : fmt::format("  - u: {}\n", u);
  text += fmt::format("  - v: {} ^ (v + {})\n  - o: v ^ {}\n", read_of(draw, "v", axes), read_of(draw, "u", axes),
                      read_of(draw, "t", axes));
  return text + fmt::format("iterations: {}\nhardware: {{cells_per_cycle: {}, steps: {}, bus: 64}}\n", draw.from(1, 9),
                            draw.from(1, 2), draw.from(1, 3));
}

/// The run of a seed; nothing where there are too few rows.
enum class Host : std::uint8_t { kWhole, kLosesGhosts, kIsLate };

std::optional<driver::CardsReport> run_of(std::uint64_t seed, Host host, std::string& text, int slabs = 0) {
  Draw draw(seed);
  const runner::TemporaryFolder folder;
  driver::CardsOptions options;
  options.card.run.run.source.file = (folder.path() / "random.yaml").string();
  text = description(draw);
  runner::write_file(options.card.run.run.source.file, text);
  const int cards = draw.from(2, 4);
  for (int c = 0; c < cards && seed % 2 == 0; ++c) options.speeds.push_back(draw.from(1, 4));
  options.slabs = slabs > 0 ? slabs : 1 + static_cast<int>(seed / 2 % 4);
  options.open_backend = [host](int, const driver::Prepared& prepared, const std::string& manifest) {
    auto card = std::make_unique<GoldenCard>(prepared, manifest);
    card->loses_ghosts = host == Host::kLosesGhosts;
    card->is_late = host == Host::kIsLate;
    return card;
  };
  Diagnostics diagnostics;
  const auto transport = cards::in_process(cards);
  auto report = driver::run_on_cards(options, *transport, diagnostics);
  if (report) return *std::move(report);
  EXPECT_NE(diagnostics.render().find("RG0815"), std::string::npos) << text << diagnostics.render();
  return std::nullopt;
}

TEST(Cards, RandomDescriptionsAreThoseOfOneCard) {
  const char* const seed = std::getenv("RTLGEN_SEED");
  const std::uint64_t first = seed != nullptr ? std::strtoull(seed, nullptr, 10) * 1000 : 1;
  int run = 0, overlapped = 0;
  for (std::uint64_t i = first; i < first + 120; ++i) {
    std::string text;
    const auto report = run_of(i, Host::kWhole, text);
    if (!report) continue;
    ++run;
    overlapped += report->choice.each() > 1 ? 1 : 0;
    ASSERT_TRUE(report->match()) << "seed " << i << ", " << report->choice.cards() << " cards of "
                                 << report->choice.each() << ": " << report->mismatches << " cells\n"
                                 << report->failure << "\n"
                                 << text;
  }
  EXPECT_GT(run, 60);
  EXPECT_GT(overlapped, 30);
}

TEST(Cards, WithoutAnExchangeCellsAreWrong) {
  int run = 0, wrong = 0;
  for (std::uint64_t i = 1; i < 21; ++i) {
    std::string text;
    const auto report = run_of(i, Host::kLosesGhosts, text);
    if (!report || report->passes < 2) continue;
    ++run;
    wrong += report->mismatches > 0 ? 1 : 0;
  }
  // Rows that are one pass old may by chance be those that are needed.
  EXPECT_GE(wrong, run * 8 / 10);
  EXPECT_GT(run, 5);
}

/// With one slab nothing is written beside a run.
TEST(Cards, RowsThatComeAfterTheNextRunHasBegunAreFound) {
  int run = 0, wrong = 0;
  for (std::uint64_t i = 1; i < 41; ++i) {
    std::string text;
    const auto alone = run_of(i, Host::kIsLate, text, 1);
    EXPECT_TRUE(!alone || alone->match()) << text;
    const auto report = run_of(i, Host::kIsLate, text, 2 + static_cast<int>(i % 3));
    if (!report || report->passes < 2) continue;
    ++run;
    wrong += report->mismatches > 0 ? 1 : 0;
  }
  EXPECT_GE(wrong, run * 8 / 10);
  EXPECT_GT(run, 5);
}

}  // namespace
}  // namespace rtlgen::test

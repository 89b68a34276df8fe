// Board files with something wrong in them: lines left out, numbers changed, bytes at random. Nothing crashes, no fault
// goes unseen.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>
#include <sstream>

#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

bool is_accepted(const std::string& text) {
  Diagnostics diagnostics;
  const bool ok = load_board_text(text, "x/board.yaml", diagnostics).ok();
  EXPECT_EQ(ok, !diagnostics.has_errors());
  EXPECT_FALSE(diagnostics.render().empty() && !ok);
  return ok;
}

const std::vector<std::string> kMustBeThere = {
    "name:",     "vendor:",       "family:", "generation:", "part:", "tool:", "  dsp_kind:",
    "  - kind:", "    channels:", "  gen:",  "  lanes:",    "pins:", "works:"};

TEST(Mutations, ALineLeftOut) {
  for (const auto& [name, text] : board_texts()) {
    const auto lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      auto cut = lines;
      cut.erase(cut.begin() + static_cast<std::ptrdiff_t>(i));
      const bool accepted = is_accepted(joined(cut));
      const bool needed = std::any_of(kMustBeThere.begin(), kMustBeThere.end(),
                                      [&](const std::string& key) { return lines[i].starts_with(key); });
      EXPECT_FALSE(accepted && needed) << name << ": " << lines[i];
    }
  }
}

/// Every line on which `what` matches, with it replaced, must be a fault.
int refused(const std::regex& what, const std::string& instead) {
  int tried = 0;
  for (const auto& [name, text] : board_texts()) {
    const auto lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      auto bad = lines;
      bad[i] = std::regex_replace(lines[i], what, instead);
      if (bad[i] == lines[i]) continue;
      ++tried;
      EXPECT_FALSE(is_accepted(joined(bad))) << name << ": " << bad[i];
    }
  }
  return tried;
}

TEST(Mutations, FiguresThatAreNone) {
  EXPECT_GT(refused(std::regex(R"re(, source: "[^"]*")re"), ""), 200);
  EXPECT_GT(refused(std::regex(R"(\bsource:)"), "sauce:"), 200);
  EXPECT_GT(refused(std::regex(R"(value: [0-9.]+,)"), "value: several,"), 200);
  EXPECT_GT(refused(std::regex(R"(value: [0-9.]+,)"), "value: -3,"), 200);
  EXPECT_GT(refused(std::regex(R"(value: ([0-9.]+),)"), "value: 0$1,"), 200);
  EXPECT_GT(refused(std::regex(R"(value: ([0-9.]+),)"), "value: \"$1\","), 200);
  EXPECT_GT(refused(std::regex(R"(unverified: true)"), "unverified: maybe"), 50);
}

/// Figures that follow from others may be rounded, but not wrong.
TEST(Mutations, PeaksThatContradict) {
  const std::string text = board_texts().at("vcu118");
  const auto with = [&](const std::string& old, const std::string& value) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return is_accepted(std::string(text).replace(at, old.size(), value));
  };
  EXPECT_TRUE(with("{value: 21.3,", "{value: 21.33,"));
  EXPECT_FALSE(with("{value: 21.3,", "{value: 21.6,"));
  EXPECT_TRUE(with("{value: 42.7,", "{value: 42.6,"));
  EXPECT_FALSE(with("{value: 42.7,", "{value: 43.2,"));
  EXPECT_FALSE(with("{value: 2666,", "{value: 2400,"));
  EXPECT_FALSE(with("data_bits: {value: 64,", "data_bits: {value: 72,"));
  EXPECT_FALSE(with("channels: {value: 2,", "channels: {value: 4,"));
  EXPECT_FALSE(with("dram: ddr4-2400", "dram: hbm2"));
  EXPECT_FALSE(with("generation: ultrascale_plus", "generation: stratix10"));
  EXPECT_TRUE(with("generation: ultrascale_plus", "generation: ultrascale")) << "both are xcu";
}

TEST(Mutations, BytesAtRandom) {
  std::mt19937 random(4);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::string alphabet = "{}[]:,\"'#-&*! \n\t0aZ.\xC3";
  int accepted = 0;
  for (const auto& [name, text] : board_texts()) {
    for (int round = 0; round < 60; ++round) {
      std::string bad = text;
      for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
        const std::size_t at = below(bad.size());
        switch (below(3)) {
          case 0:
            bad[at] = alphabet[below(alphabet.size())];
            break;
          case 1:
            bad.erase(at, 1 + below(20));
            break;
          default:
            bad.insert(at, 1, alphabet[below(alphabet.size())]);
        }
      }
      accepted += is_accepted(bad) ? 1 : 0;
    }
  }
  EXPECT_GT(accepted, 10) << "changes of comments and texts are no faults";
}

}  // namespace
}  // namespace rtlgen::frontend

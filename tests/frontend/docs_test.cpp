// The generated pages of documentation are what the tables say.
// RTLGEN_UPDATE_GOLDEN=1 writes them again.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "board/clock.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/json_schema.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"
#include "hw/delay_model.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::frontend {
namespace {

void expect_file(const std::string& path, const std::string& expected) {
  const char* update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(path, std::ios::binary) << expected;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), expected) << path << " has drifted from its table";
}

void expect_page(const std::string& name, const std::string& expected) {
  expect_file(test::source_folder() + "/docs/" + name, expected);
}

TEST(Docs, Config) { expect_page("config.md", config_reference()); }
TEST(Docs, Diagnostics) { expect_page("diagnostics.md", diagnostics_reference()); }

TEST(Docs, Boards) { expect_page("boards.md", board_reference()); }

TEST(Docs, Reference) { expect_page("reference.md", language_reference()); }

TEST(Docs, Schemas) {
  expect_page("schema/rtlgen.schema.json", stencil_schema());
  expect_page("schema/board.schema.json", board_schema());
}

/// `grammar` with `words` as the alternatives of the pattern called `scope`.
std::string with_words(std::string grammar, const std::string& scope, const std::vector<std::string>& words) {
  const std::size_t name = grammar.find(fmt::format("\"name\": \"{}\"", scope));
  const std::size_t open = grammar.rfind("\\\\b(", name);
  const std::size_t first = open + 4, end = grammar.find(')', first);
  if (name == std::string::npos || open == std::string::npos || end > name) throw std::runtime_error("no " + scope);
  return grammar.replace(first, end - first, fmt::format("{}", fmt::join(words, "|")));
}

TEST(Docs, EditorsGrammar) {
  const std::string path = test::source_folder() + "/editors/vscode/syntaxes/expressions.tmLanguage.json";
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<std::string> calls = fold_names();
  for (const Operation& o : operations()) {
    const bool is_new = std::find(calls.begin(), calls.end(), o.symbol) == calls.end();
    if (o.form == Form::kFunction && is_new) calls.emplace_back(o.symbol);
  }
  const std::string rules = with_words(text.str(), "support.constant.boundary.rtlgen", boundary_words());
  expect_file(path, with_words(rules, "support.function.rtlgen", calls));
}

TEST(Docs, ChoicesAreTheTablesOfWords) {
  std::vector<std::string> borders;
  for (const BorderWord& b : border_table()) borders.emplace_back(b.word);
  EXPECT_EQ(choices_of(key_spec("update.*.border")), borders);
  std::vector<std::string> reductions;
  for (const ReductionWord& r : reduction_table()) reductions.emplace_back(r.word);
  EXPECT_EQ(choices_of(key_spec("monitor.*.reduce")), reductions);
}

/// Every op that an expression can make is a word, and words of one form differ.
TEST(Docs, WordsAreWellFormed) {
  std::set<spec::Op> made;
  for (const Operation& o : operations()) {
    made.insert(o.op);
    EXPECT_NE(o.form, Form::kNone) << o.symbol;
    EXPECT_EQ(find_operation(o.form, o.symbol), &o) << o.symbol << " twice";
    EXPECT_FALSE(o.meaning.empty()) << o.symbol;
    EXPECT_EQ(o.form == Form::kFunction && o.reserved, is_reserved_function(o.symbol)) << o.symbol;
  }
  for (const spec::Op op : {spec::Op::kNeg, spec::Op::kAdd, spec::Op::kSelect, spec::Op::kMin, spec::Op::kPow})
    EXPECT_TRUE(made.contains(op)) << operation_of(op).symbol;
  EXPECT_FALSE(made.contains(spec::Op::kTap));
  EXPECT_FALSE(made.contains(spec::Op::kCast));
}

TEST(Docs, TableIsWellFormed) {
  for (const KeySpec& spec : key_table()) {
    const std::string path(spec.path);
    EXPECT_FALSE(spec.meaning.empty()) << path;
    const std::size_t dot = path.rfind('.');
    if (dot != std::string::npos) {
      EXPECT_NO_THROW(key_spec(path.substr(0, dot))) << path;
    }
    if (spec.kind == KeyKind::kChoice) {
      EXPECT_NO_THROW(choice_or_default(nullptr, spec)) << path;
    }
    const bool numeric = spec.kind == KeyKind::kInteger || spec.kind == KeyKind::kNumber;
    if (!numeric) continue;
    EXPECT_LT(spec.least, spec.most) << path;
    const double standard = number_or_default(nullptr, spec);
    EXPECT_TRUE(standard >= spec.least && standard <= spec.most) << path;
  }
}

TEST(Docs, EveryGenerationOfBoardsHasADelayModel) {
  for (const board::Generation& g : board::generations()) {
    EXPECT_NE(hw::DelayModel::find(std::string(g.family)), nullptr) << g.word;
  }
}

TEST(Docs, EveryDelayModelIsNamed) {
  const std::string meaning(key_spec("hardware.device").meaning);
  for (const std::string& name : hw::DelayModel::names()) {
    EXPECT_NE(meaning.find(name), std::string::npos) << name;
  }
}

TEST(Docs, StandardClocksAreTheBoards) {
  const KeySpec& key = key_spec("hardware.clock_mhz");
  double others = 0;
  ASSERT_TRUE(parse_number(std::string(key.standard), others));
  std::string named;
  for (const std::string& device : hw::DelayModel::names()) {
    const double mhz = board::standard_clock_mhz(device);
    if (mhz != others) named += fmt::format("{}{:g} on {}", named.empty() ? "" : ", ", mhz, device);
  }
  EXPECT_TRUE(key.meaning.ends_with(fmt::format("by default {}, but {}", key.standard, named))) << named;
}

}  // namespace
}  // namespace rtlgen::frontend

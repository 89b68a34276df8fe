// A design is built whatever its things are called. Names of hardware are a user's name between two affixes, so a name
// can meet another one only if that is an identifier of the design less these affixes: every such name is tried, in
// every role.
#include "frontend/names.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <map>

#include "named_designs.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using Kind = Outcome::Kind;
using Words = std::vector<std::string>;

/// Words, each alone, that do not become hardware, with what is said of it.
struct Found {
  std::map<std::string, std::string> refused, faulty;
};

using Try = std::function<Outcome(const Words&)>;

/// Tries many at once, and halves of what does not become hardware, down to the word.
void search(const Words& words, const Try& attempt, Found& found) {
  const Outcome outcome = attempt(words);
  if (outcome.kind == Kind::kBuilt) return;
  if (words.size() == 1) {
    (outcome.kind == Kind::kRefused ? found.refused : found.faulty)[words.front()] = outcome.text;
    return;
  }
  const std::size_t before = found.refused.size() + found.faulty.size();
  const auto middle = words.begin() + static_cast<std::ptrdiff_t>(words.size() / 2);
  search({words.begin(), middle}, attempt, found);
  search({middle, words.end()}, attempt, found);
  // Two of them do not go together, or there are too many.
  if (outcome.kind == Kind::kFaulty && found.refused.size() + found.faulty.size() == before)
    found.faulty[words.front() + " to " + words.back()] = outcome.text;
}

Found search_all(const Words& words, const Try& attempt) {
  constexpr std::size_t kAtOnce = 24;
  Found found;
  for (std::size_t at = 0; at < words.size(); at += kAtOnce) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    const auto count = static_cast<std::ptrdiff_t>(std::min(kAtOnce, words.size() - at));
    search({begin, begin + count}, attempt, found);
  }
  return found;
}

/// A name that the language leaves to users, and that no base has.
bool is_free(const std::string& word) {
  Diagnostics ignored;
  const bool is_base = word.size() == 2 && word.front() == 'q';
  return !is_base && !frontend::is_reserved_name(word) && frontend::check_identifier(word, {}, ignored);
}

/// Of a base: its identifiers less each affix that any name of it has, or a name in any role.
Words words_of(const Base& base) {
  const std::string own = "zqzq";
  std::set<std::string> identifiers;
  std::set<Affix> affixes;
  const auto add = [&](const std::string& yaml, const Words& names) {
    const Outcome made = outcome_of(yaml);
    EXPECT_EQ(made.kind, Kind::kBuilt) << yaml << made.text;
    const std::set<std::string> here = identifiers_of(made.files);
    for (const std::string& name : names) affixes.merge(affixes_in(here, name));
    return here;
  };
  identifiers = add(base.sections.text(), {});
  for (const Role& role : roles()) {
    if (!role.needs_monitors || !base.sections.monitor.empty()) add(described(base, role, {own}), {own});
  }
  const std::set<std::string> words = stripped(identifiers, affixes);
  Words free;
  std::copy_if(words.begin(), words.end(), std::back_inserter(free), is_free);
  return free;
}

std::string listed(const std::map<std::string, std::string>& words) {
  std::string text;
  for (const auto& [word, said] : words) text += fmt::format("{}: {}\n", word, said.substr(0, said.find('\n')));
  return text;
}

class NamesOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(NamesOf, EveryRoleGiveWayToPorts) {
  const Base& base = bases()[GetParam()];
  const Words words = words_of(base);
  std::cout << base.name << ": " << words.size() << " names\n";
  EXPECT_GT(words.size(), 100U);
  for (const Role& role : roles()) {
    if (role.needs_monitors && base.sections.monitor.empty()) continue;
    const Found found = search_all(words, [&](const Words& some) { return outcome_of(described(base, role, some)); });
    EXPECT_THAT(found.faulty, IsEmpty()) << base.name << ", " << role.name << ":\n" << listed(found.faulty);
    EXPECT_THAT(found.refused, IsEmpty()) << base.name << ", " << role.name << ":\n" << listed(found.refused);
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, NamesOf, ::testing::Range<std::size_t>(0, bases().size()),
                         [](const auto& info) { return bases()[info.param].name; });

/// Names that were internal errors are among those tried.
TEST(Names, TriedAreThoseThatWereInTheWay) {
  EXPECT_THAT(words_of(bases()[0]), IsSupersetOf({"fifo", "drop", "write", "last", "cells", "first", "qs_word"}));
}

/// The control: a search that meets faults names their words, and nothing else.
TEST(Names, TheSearchNamesEachWord) {
  const Words words = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  const auto has = [](const Words& some, const char* word) {
    return std::find(some.begin(), some.end(), word) != some.end();
  };
  const Found found = search_all(words, [&](const Words& some) -> Outcome {
    if (has(some, "b") || has(some, "i")) return {Kind::kFaulty, "taken", {}};
    if (has(some, "f")) return {Kind::kRefused, "reserved", {}};
    if (has(some, "c") && has(some, "d")) return {Kind::kFaulty, "together", {}};
    return {};
  });
  EXPECT_EQ(listed(found.faulty), "b: taken\nc to d: together\ni: taken\n");
  EXPECT_EQ(listed(found.refused), "f: reserved\n");
}

}  // namespace
}  // namespace rtlgen::test

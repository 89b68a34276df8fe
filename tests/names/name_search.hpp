// Names by which a design could become no hardware, and the search for those that do so.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <map>

#include "frontend/schema/names.hpp"
#include "named_designs.hpp"
#include "support/diagnostics.hpp"
#include "support/source_location.hpp"

namespace rtlgen::test {

using Kind = Outcome::Kind;
using Words = std::vector<std::string>;

/// Words, each alone, that do not become hardware, with the message.
struct Found {
  std::map<std::string, std::string> refused, faulty;
};

using Try = std::function<Outcome(const Words&)>;

/// Tries many at once, and halves of what does not become hardware, down to the word.
inline void search(const Words& words, const Try& attempt, Found& found) {
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

inline Found search_all(const Words& words, const Try& attempt) {
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
inline bool is_free(const std::string& word) {
  Diagnostics ignored;
  const bool is_base = word.size() == 2 && word.front() == 'q';
  return !is_base && !frontend::is_reserved_name(word) && frontend::check_identifier(word, {}, ignored);
}

/// Words of a base: its identifiers less each affix that any name of it has, or a name in any role.
inline Words words_of(const Base& base, Breadth breadth) {
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
  const std::set<std::string> words = stripped(identifiers, affixes, breadth);
  Words free;
  std::copy_if(words.begin(), words.end(), std::back_inserter(free), is_free);
  return free;
}

inline std::string listed(const std::map<std::string, std::string>& words) {
  std::string text;
  for (const auto& [word, reason] : words) text += fmt::format("{}: {}\n", word, reason.substr(0, reason.find('\n')));
  return text;
}

/// Tries all words of a base in all roles.
inline void expect_built(const Base& base, Breadth breadth) {
  using ::testing::AnyOf;
  const Words words = words_of(base, breadth);
  std::cout << base.name << ": " << words.size() << " names\n";
  EXPECT_GT(words.size(), 50U);
  for (const Role& role : roles()) {
    if (role.needs_monitors && base.sections.monitor.empty()) continue;
    const Found found = search_all(words, [&](const Words& some) { return outcome_of(described(base, role, some)); });
    EXPECT_THAT(found.faulty, ::testing::IsEmpty()) << base.name << ", " << role.name << ":\n" << listed(found.faulty);
    // Ports and components of the base itself, which the user sees.
    for (const auto& [word, reason] : found.refused) {
      EXPECT_THAT(word, AnyOf("qi_valid", "qi_ready", "qv_qr", "qv_qg")) << base.name << ", " << role.name;
      EXPECT_THAT(reason, ::testing::HasSubstr("RG0213"));
    }
  }
}

}  // namespace rtlgen::test

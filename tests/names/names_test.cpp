// A design is built whatever its things are called. Names of hardware are a user's name between two affixes, so a name
// can meet another one only if that is an identifier of the design less these affixes: every such name is tried, in
// every role.
#include "frontend/schema/names.hpp"

#include "name_search.hpp"

namespace rtlgen::test {
namespace {

using ::testing::IsSupersetOf;
using Kind = Outcome::Kind;

class NamesOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(NamesOf, EveryRoleAreBuilt) { expect_built(bases()[GetParam()], Breadth::kMeeting); }

INSTANTIATE_TEST_SUITE_P(Bases, NamesOf, ::testing::Range<std::size_t>(0, bases().size()),
                         [](const auto& tested) { return bases()[tested.param].name; });

/// Names that were internal errors are among those tried.
TEST(Names, TriedAreThoseThatWereInTheWay) {
  EXPECT_THAT(words_of(bases()[0], Breadth::kMeeting),
              IsSupersetOf({"fifo", "drop", "write", "last", "cells", "first", "qs_word"}));
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

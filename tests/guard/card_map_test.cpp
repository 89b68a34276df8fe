// The table of the card block: sound, the same in the modules of rtl/, and what page, header and Python module say.
// RTLGEN_UPDATE_GOLDEN=1 writes these again.
#include "contract/card_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "test_paths.hpp"

namespace rtlgen::contract {
namespace {

using ::testing::HasSubstr;

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_file(const std::string& path, const std::string& expected) {
  const std::string full = test::source_folder() + "/" + path;
  const char* const update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") std::ofstream(full, std::ios::binary) << expected;
  EXPECT_EQ(read_text(full), expected) << path << " has drifted from its table";
}

TEST(CardMap, PageHeaderAndModuleAreWhatItSays) {
  expect_file("docs/card_block.md", card_map_page());
  expect_file("runtime/host/rtlgen_card.h", card_map_header());
  expect_file("gen/python/rtlgen/card_map.py", card_map_python());
}

TEST(CardMap, ConstantsHaveDifferentNames) {
  std::istringstream header(card_map_header());
  std::set<std::string> names;
  for (std::string word; header >> word;) {
    if (word != "#define") continue;
    header >> word;
    EXPECT_TRUE(names.insert(word).second) << word << " twice";
  }
  EXPECT_GT(names.size(), card_map().size());
}

TEST(CardMap, WordsFollowEachOtherAndFieldsDoNotOverlap) {
  std::set<std::string> names;
  std::map<CardGroup, int> next;
  for (const CardWord& word : card_map()) {
    EXPECT_TRUE(names.insert(word.name).second) << word.name << " twice";
    EXPECT_EQ(word.index, next[word.group]++) << word.name;
    EXPECT_FALSE(word.meaning.empty()) << word.name;
    EXPECT_LT(word.channel, kCardChannels) << word.name;
    std::uint32_t used = 0;
    const int most = word.group == CardGroup::kRequests ? 16 : 32;
    for (const CardField& field : word.fields) {
      EXPECT_LE(field.bit + field.bits, most) << word.name << "." << field.name;
      EXPECT_EQ(used & field.mask(), 0U) << word.name << "." << field.name;
      used |= field.mask();
      EXPECT_FALSE(field.meaning.empty()) << word.name << "." << field.name;
    }
  }
  for (const auto& [group, count] : next) {
    EXPECT_LE(count, 64);
    EXPECT_EQ(count, card_words(group));
  }
}

TEST(CardMap, ModulesAgree) {
  const std::string folder = test::source_folder() + "/rtl/";
  const std::string card = read_text(folder + "rtlgen_card.v");
  EXPECT_THAT(card, HasSubstr("KEY = 16'hC0DE"));
  EXPECT_EQ(kCardKey, 0xc0deU);
  EXPECT_EQ(card_word("events").offset(), 0x100U);
  EXPECT_THAT(card, HasSubstr("EVENT_GROUP = 1;"));
  EXPECT_EQ(card_word("scratch").offset(), 0x200U);
  EXPECT_THAT(card, HasSubstr("SETTING_GROUP = 2;"));
  EXPECT_EQ(card_word("reset").offset(), 0x300U);
  EXPECT_THAT(card, HasSubstr("REQUEST_GROUP = 3;"));
  EXPECT_THAT(read_text(folder + "rtlgen_axil_guard.v"), HasSubstr("FAILED = 24'hFA11ED"));
  EXPECT_EQ(kCardRefusal, 0xfa11edU);
  EXPECT_THAT(read_text(folder + "rtlgen_clock_meter.v"), HasSubstr("WINDOW_LOG2 = 16"));
  EXPECT_EQ(kCardWindow, 1U << 16);
  // The kinds of a refusal, as the headers of the firewalls list them.
  EXPECT_THAT(read_text(folder + "rtlgen_axi_guard.v"),
              HasSubstr("1 beyond memory, 2 channel not ready, 3 closed, paused or in reset, 4 no"));
  for (const std::uint32_t kind : {1U, 2U, 3U, 4U, 5U}) EXPECT_STRNE(card_refusal(kind), "") << kind;
  EXPECT_STREQ(card_refusal(0), "");
}

}  // namespace
}  // namespace rtlgen::contract

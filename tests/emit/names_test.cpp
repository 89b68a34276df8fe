// Which names are legal in both languages, and what becomes of the others.
#include <gtest/gtest.h>

#include "hw/ir.hpp"

namespace rtlgen::hw {
namespace {

TEST(Names, KeywordsOfBothLanguagesInAnyCase) {
  for (const char* word : {"wire", "Wire", "always_ff", "signal", "SIGNAL", "entity", "Downto", "xor", "clk", "rst",
                           "unsigned", "eq", "class", "template"}) {
    EXPECT_TRUE(is_reserved_or_illegal(word)) << word;
  }
  for (const char* word : {"t", "power", "wires", "u_1", "Temp2", "q"}) {
    EXPECT_FALSE(is_reserved_or_illegal(word)) << word;
  }
}

TEST(Names, ShapesThatOneLanguageRefuses) {
  for (const char* word : {"", "1a", "_a", "a_", "a__b", "a-b", "a b", "a$", "\xc3\xa4"}) {
    EXPECT_TRUE(is_reserved_or_illegal(word)) << word;
  }
}

TEST(Names, LegalNameIsAlwaysLegal) {
  for (const char* wanted :
       {"", "1a", "_a", "a__b", "signal", "Clk", "a-b", "___", "9", "v", "out", "t[-1,0]", "\xc3\xa4", "x y z"}) {
    EXPECT_FALSE(is_reserved_or_illegal(legal_name(wanted))) << wanted;
  }
}

TEST(Names, LegalNamesStay) {
  EXPECT_EQ(legal_name("power"), "power");
  EXPECT_EQ(legal_name("t_s3"), "t_s3");
  EXPECT_EQ(legal_name("out"), "out_v");
  EXPECT_EQ(legal_name("t[-1,0]"), "t_1_0");
}

}  // namespace
}  // namespace rtlgen::hw

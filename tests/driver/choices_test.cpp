// Boards and families that options and --set contradict, and keys that are given twice.
#include "driver/prepare/choices.hpp"

#include <gtest/gtest.h>

#include "driver/prepare/source.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {
namespace {

std::string diagnostics_of(const std::vector<std::string>& sets, const Choices& choices) {
  Diagnostics diagnostics;
  const bool clear = check_choices({"", sets}, choices, diagnostics);
  EXPECT_EQ(clear, !diagnostics.has_errors());
  return diagnostics.render();
}

TEST(Choices, AnotherBoardOrFamilyIsRefused) {
  EXPECT_NE(diagnostics_of({"hardware.board=u250"}, {"kcu105"}).find("error[RG0218]: --board selects kcu105"),
            std::string::npos);
  EXPECT_NE(diagnostics_of({"hardware={board: u250}"}, {"kcu105"}).find("RG0218"), std::string::npos);
  EXPECT_NE(diagnostics_of({"hardware.device=stratixv"}, {"kcu105"}).find("whose family is xcu"), std::string::npos);
  EXPECT_NE(diagnostics_of({"hardware.device=stratixv"}, {"", "xc7"}).find("--device selects xc7"), std::string::npos);
  EXPECT_NE(diagnostics_of({"hardware.board=u250"}, {"", "", true}).find("--all-boards selects every board"),
            std::string::npos);
  EXPECT_NE(diagnostics_of({"hardware.device=xcu"}, {"", "", true}).find("RG0218"), std::string::npos);
  EXPECT_NE(diagnostics_of({"hardware.board=u250"}, {"kcu150"}).find("did you mean 'kcu105'?"), std::string::npos);
}

TEST(Choices, ADeviceBesideABoardOfAnotherFamilyIsRefused) {
  const std::string text = diagnostics_of({}, {"kcu105", "xc7"});
  EXPECT_NE(text.find("--device xc7: error[RG0218]: --board selects kcu105, whose family is xcu"), std::string::npos)
      << text;
  EXPECT_EQ(diagnostics_of({}, {"kcu105", "xcu"}), "");
  EXPECT_EQ(diagnostics_of({}, {"arty_a7_35", "xc7-1"}), "") << "with its speed grade";
}

TEST(Choices, WhatAgreesIsTaken) {
  EXPECT_EQ(diagnostics_of({"hardware.board=kcu105", "hardware.device=xcu"}, {"kcu105"}), "");
  EXPECT_EQ(diagnostics_of({"hardware.steps=4"}, {"kcu105", "", true}), "");
  EXPECT_EQ(diagnostics_of({"hardware.board=u250"}, {}), "");
}

TEST(Choices, AKeyTwiceIsRefused) {
  EXPECT_EQ(diagnostics_of({"hardware.steps=4", "hardware.steps=4"}, {}), "") << "as explore repeats it";
  EXPECT_NE(diagnostics_of({"hardware.steps=4", "hardware.steps=8"}, {})
                .find("error[RG0208]: this undoes --set hardware.steps=4"),
            std::string::npos);
}

}  // namespace
}  // namespace rtlgen::driver

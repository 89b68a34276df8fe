// Changes of single keys in a text: everything else stays, and impossible changes are reported.
#include "frontend/yaml/edit.hpp"

#include <gtest/gtest.h>

#include "frontend/yaml/source_file.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

Edited edit(const std::string& text, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  Texts texts;
  Edited edited = edit_text(text, "a.yaml", sets, texts, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render();
  return edited;
}

TEST(Edit, AValueChangesWhereItStands) {
  EXPECT_EQ(edit("# of mine\nhardware:\n  steps: 4   # four\n  block: [64,\n    32]  # x, y\n",
                 {"hardware.steps=12", "hardware.block=[128]"})
                .text,
            "# of mine\nhardware:\n  steps: 12   # four\n  block: [128]  # x, y\n");
  EXPECT_EQ(edit("hardware: {steps: 4, block: [64, 32]} # both\n", {"hardware.block=[]", "hardware.steps=5"}).text,
            "hardware: {steps: 5, block: []} # both\n");
}

TEST(Edit, QuotedValuesGoWithTheirQuotes) {
  EXPECT_EQ(edit("name: \"a # b\" # c\n", {"name=d"}).text, "name: d # c\n");
  EXPECT_EQ(edit("a: {b: 'it''s', c: 1}\n", {"a={b: 2, c: 1}"}).text, "a: {b: 2, c: 1}\n");
}

TEST(Edit, NewKeysJoinTheirMapping) {
  EXPECT_EQ(edit("hardware:\n  # why\n  steps: 4\n", {"hardware.cells_per_cycle=2"}).text,
            "hardware:\n  # why\n  cells_per_cycle: 2\n  steps: 4\n");
  EXPECT_EQ(edit("hardware: {steps: 4}", {"hardware.cells_per_cycle=2"}).text,
            "hardware: {cells_per_cycle: 2, steps: 4}");
  EXPECT_EQ(edit("hardware: {}\n", {"hardware.cells_per_cycle=2"}).text, "hardware: {cells_per_cycle: 2}\n");
  EXPECT_EQ(edit("name: a", {"hardware.bus.bits=512", "hardware.steps=3"}).text,
            "name: a\nhardware: {steps: 3, bus: {bits: 512}}\n");
}

TEST(Edit, ItemsOfListsByNumber) {
  EXPECT_EQ(
      edit("grid: [4, 8]\nupdate:\n  - t: {expr: a, border: keep}\n", {"grid.1=16", "update.0.t.border=ignore"}).text,
      "grid: [4, 16]\nupdate:\n  - t: {expr: a, border: ignore}\n");
}

TEST(Edit, ComponentsByNameAndNumber) {
  const std::string fields = "fields: {t: {components: [r, g]}}\n";
  for (const std::string component : {"r", "0"})
    EXPECT_EQ(
        edit(fields + "inputs:\n  t.r: {kind: ramp, value: 3} # first\n", {"inputs.t." + component + ".value=5"}).text,
        fields + "inputs:\n  t.r: {kind: ramp, value: 5} # first\n");
}

TEST(Edit, WhatItCannotChangeItSays) {
  const auto way = [](const std::string& text, const std::string& set) {
    const Edited edited = edit(text, {set});
    EXPECT_EQ(edited.text, "");
    return edited.in_the_way;
  };
  EXPECT_EQ(way("hardware:\n  block:\n    - 64\n", "hardware.block=[32]"),
            "hardware.block=[32]: its value is written on separate lines");
  EXPECT_EQ(way("update:\n  - t: a\n", "update.0.t.border=keep"),
            "update.0.t.border=keep: its parent key is written in short form");
  // The order of parameters may mean something.
  EXPECT_EQ(way("params: {a: 1}\n", "params.b=a"), "the edited text would not have the requested values");
}

TEST(Edit, FaultsOfTheTextAreReported) {
  Texts texts;
  Diagnostics diagnostics;
  EXPECT_EQ(edit_text("a: [", "a.yaml", {}, texts, diagnostics).text, "");
  EXPECT_TRUE(diagnostics.has_errors());
  Diagnostics of_set;
  EXPECT_EQ(edit_text("a: 1\n", "a.yaml", {"nonsense"}, texts, of_set).text, "");
  EXPECT_TRUE(of_set.has_errors());
}

}  // namespace
}  // namespace rtlgen::frontend

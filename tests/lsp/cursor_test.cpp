// The keys around a place of a text that need not be valid.
#include "lsp/cursor.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace rtlgen::lsp {
namespace {

/// "key fields.t" or "value fields.t.boundary (w)" of the place that `|` marks.
std::string at(std::string text) {
  const std::size_t place = text.find('|');
  text.erase(place, 1);
  const Cursor cursor = cursor_at(text, place);
  if (cursor.in_comment) return "comment";
  return fmt::format("{} {}{}", cursor.is_key ? "key" : "value", fmt::join(cursor.path, "."),
                     cursor.word.empty() ? "" : " (" + cursor.word + ")");
}

TEST(Cursor, FindsTheKeysAroundIt) {
  EXPECT_EQ(at("|"), "key ");
  EXPECT_EQ(at("na|"), "key  (na)");
  EXPECT_EQ(at("name: demo\nhard|"), "key  (hard)");
  EXPECT_EQ(at("hardware:\n  st|"), "key hardware (st)");
  EXPECT_EQ(at("hardware:\n  steps: 2\n  |"), "key hardware");
  EXPECT_EQ(at("hardware:\n  bus:\n    bits: 64\n  st|"), "key hardware (st)");
  EXPECT_EQ(at("hardware:\n  bus:\n    bits: 64\nup|"), "key  (up)");
  EXPECT_EQ(at("hardware:\n  board: kc|"), "value hardware.board (kc)");
  EXPECT_EQ(at("hardware: {board: kc|"), "value hardware.board (kc)");
  EXPECT_EQ(at("hardware: {board: kcu105, st|"), "key hardware (st)");
  EXPECT_EQ(at("hardware: {board: kcu105,\n  st|}"), "key hardware (st)");
  EXPECT_EQ(at("fields:\n  t: {boundary: |}"), "value fields.t.boundary");
  EXPECT_EQ(at("fields: {t: {boundary: {x: wr|"), "value fields.t.boundary.x (wr)");
  EXPECT_EQ(at("update:\n  - t|"), "key update.- (t)");
  EXPECT_EQ(at("update:\n- t|"), "key update.- (t)");
  EXPECT_EQ(at("update:\n  - t: t[-1] + k|"), "value update.-.t (k)");
  EXPECT_EQ(at("update:\n  - t: {expr: \"t, a\", bor|"), "key update.-.t (bor)");
  EXPECT_EQ(at("update:\n  - t:\n      expr: t\n      bor|"), "key update.-.t (bor)");
  EXPECT_EQ(at("update:\n  - t: 1\n  - u: a|"), "value update.-.u (a)");
  EXPECT_EQ(at("update:\n  - t: >-\n      t[-1]\n      + k|"), "value update.-.t (k)");
  EXPECT_EQ(at("update:\n  - t: \"t[-1]\n      + k|"), "value update.-.t (k)");
  EXPECT_EQ(at("sources:\n  - {at: [1], fie|"), "key sources.- (fie)");
  EXPECT_EQ(at("name: x # so|"), "comment");
  EXPECT_EQ(at("functions:\n  f(a, b): a|"), "value functions.f(a, b) (a)");
  EXPECT_EQ(at("name: demo\r\nhardware:\r\n  st|"), "key hardware (st)");
}

TEST(Cursor, NamesStandForThemselvesInTheTable) {
  EXPECT_EQ(table_path({"fields", "t", "boundary"}).path, "fields.*.boundary");
  EXPECT_EQ(table_path({"update", "-", "t", "border"}).path, "update.*.border");
  EXPECT_EQ(table_path({"update", "-", "lines", "-", "t"}).path, "update.*");
  EXPECT_EQ(table_path({"sources", "-", "at"}).path, "sources.*.at");
  EXPECT_EQ(table_path({"functions", "f(a)"}).path, "functions.*");
  EXPECT_FALSE(table_path({"nothing"}).is_known);
  EXPECT_FALSE(table_path({"hardware", "nothing"}).is_known);
}

}  // namespace
}  // namespace rtlgen::lsp

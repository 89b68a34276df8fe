// Places of a text as the protocol, the frontend and the memory count them.
#include "lsp/text.hpp"

#include <gtest/gtest.h>

#include "support/source_location.hpp"

namespace rtlgen::lsp {
namespace {

TEST(Text, CountsUtf16Units) {
  const Text text("a\xC3\xA9\xF0\x9F\x98\x80z\nb");  // a, e acute, a face of two units, z
  EXPECT_EQ(text.position_of(1), (Position{0, 1}));
  EXPECT_EQ(text.position_of(3), (Position{0, 2}));
  EXPECT_EQ(text.position_of(7), (Position{0, 4}));
  EXPECT_EQ(text.offset_of({0, 4}), 7U);
  EXPECT_EQ(text.offset_of({0, 3}), 3U) << "the middle of a pair is its beginning";
  EXPECT_EQ(text.offset_of({0, 99}), 8U) << "the end of the line";
  EXPECT_EQ(text.offset_of({1, 0}), 9U);
  EXPECT_EQ(text.offset_of({9, 9}), text.bytes().size());
  EXPECT_EQ(text.offset_of({-1, -1}), 0U);
}

TEST(Text, EveryPlaceComesBack) {
  const std::string bytes = "x: \xC3\xA9\r\n\xF0\x9F\x98\x80 y\rlast\n\n";
  const Text text(bytes);
  for (std::size_t at = 0; at <= bytes.size(); ++at) {
    const bool is_inside = at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U;
    const bool is_line_end = at > 0 && bytes[at - 1] == '\r' && at < bytes.size() && bytes[at] == '\n';
    if (is_inside || is_line_end) continue;
    EXPECT_EQ(text.offset_of(text.position_of(at)), at);
  }
}

TEST(Text, EndsLinesAsTheProtocolDoes) {
  const Text text("a\r\nb\rc\nd");
  EXPECT_EQ(text.offset_of({1, 0}), 3U);
  EXPECT_EQ(text.offset_of({2, 0}), 5U);
  EXPECT_EQ(text.offset_of({3, 0}), 7U);
  EXPECT_EQ(text.offset_of({0, 5}), 1U) << "not behind the line end";
}

TEST(Text, PlacesOfTheFrontendAreBytes) {
  const Text text("\xEF\xBB\xBFname: \xC3\xA9\r\ngrid: [8]\r\n");
  EXPECT_EQ(text.part(text.span_of(SourceLocation{"f", 1, 1, 4})), "name");
  EXPECT_EQ(text.part(text.span_of(SourceLocation{"f", 1, 7, 2})), "\xC3\xA9");
  EXPECT_EQ(text.part(text.span_of(SourceLocation{"f", 2, 8, 1})), "8");
  EXPECT_EQ(text.part(text.span_of(SourceLocation{"f", 0, 0, 1})), "name: \xC3\xA9\r");
  EXPECT_EQ(text.span_of(SourceLocation{"f", 99, 99, 99}).end, text.bytes().size());
}

TEST(Text, UrisNamePaths) {
  EXPECT_EQ(path_of_uri("file:///a%20b/%C3%A9.yaml"), "/a b/\xC3\xA9.yaml");
  EXPECT_EQ(path_of_uri("file://host/a.yaml"), "/a.yaml");
  EXPECT_EQ(path_of_uri("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(path_of_uri("file:///a%"), "/a%");
  EXPECT_EQ(uri_of_path("/a b/\xC3\xA9.yaml"), "file:///a%20b/%C3%A9.yaml");
}

}  // namespace
}  // namespace rtlgen::lsp

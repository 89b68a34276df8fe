// Texts for users that are made from numbers, and from reports of a library.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "support/counted.hpp"
#include "support/json_fault.hpp"

namespace rtlgen {
namespace {

std::string fault_of(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    return json.at("fabric").get<std::string>();
  } catch (const nlohmann::json::exception& fault) {
    return json_fault(fault.what());
  }
}

TEST(Counted, OneIsSingular) {
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(std::int64_t{2}, "pass", "passes"), "2 passes");
  EXPECT_EQ(counted(1U, "axis", "axes"), "1 axis");
  EXPECT_EQ(counted(-1, "row"), "-1 rows");
}

TEST(JsonFault, HasThePlaceAndTheReasonAlone) {
  EXPECT_EQ(fault_of("{}"), "key 'fabric' not found");
  EXPECT_EQ(fault_of(R"({"fabric": 3})"), "type must be string, but is number");
  EXPECT_EQ(fault_of("").substr(0, 42), "line 1, column 1: unexpected end of input;") << fault_of("");
  EXPECT_EQ(fault_of("{\n  \"a - b\": x}").substr(0, 34), "line 2, column 12: invalid literal")
      << fault_of("{\n  \"a - b\": x}");
}

// The library's texts for an empty input in its versions 3.11.2 and 3.11.3.
TEST(JsonFault, HasOneTextForAnEmptyInput) {
  const std::string before = "[json.exception.parse_error.101] parse error at line 1, column 1: ";
  const std::string expected = "line 1, column 1: unexpected end of input; expected '[', '{', or a literal";
  EXPECT_EQ(json_fault(before + "syntax error while parsing value - unexpected end of input; expected '[', '{', or a "
                                "literal"),
            expected);
  EXPECT_EQ(json_fault(before + "attempting to parse an empty input; check that your input string or stream contains "
                                "the expected JSON"),
            expected);
}

TEST(JsonFault, OtherTextsAreNotChanged) {
  for (const char* text : {"", "this manifest has no shell", "[json.exception", "[1] is no object"})
    EXPECT_EQ(json_fault(text), text);
}

}  // namespace
}  // namespace rtlgen

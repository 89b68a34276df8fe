// The program that ledger_test runs: its cases are entries, or the whole program is one, which depends on the file
// `input` that it reads. $SAMPLE_HDL is the evidence of its case; $SAMPLE_RESULT is "good", "bad" (the case fails) or
// "skip".
#include <cstdlib>
#include <string>

#include "proven_case.hpp"

namespace {

using namespace rtlgen::test;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

TEST(Sample, Holds) {
  RTLGEN_UNLESS_PROVEN(Evidence("sample").add("HDL", variable("SAMPLE_HDL")));
  if (variable("SAMPLE_RESULT") == "skip") GTEST_SKIP() << "a tool is missing";
  EXPECT_EQ(variable("SAMPLE_RESULT"), "good");
}

}  // namespace

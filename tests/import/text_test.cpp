// The YAML that an import writes: what a reader sees, names, types, roles, hardware.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "import/import.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::importer {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string imported(const std::string& text, const std::string& file, const Options& options = {}) {
  Diagnostics diagnostics;
  const auto yaml = import_text(text, file, options, diagnostics);
  EXPECT_TRUE(yaml.ok()) << diagnostics.render() << text;
  return yaml ? *yaml : "";
}

std::string soda(const std::string& statements, const Options& options = {}) {
  return imported("kernel: k\nburst width: 64\nunroll factor: 4\n" + statements, "k.soda", options);
}

TEST(Text, AWholeProgram) {
  EXPECT_EQ(imported(R"(kernel: blur
burst width: 512
unroll factor: 16
input uint16: input(2000, *)
local uint16: blur_x(0, 0) = (input(0, 0) + input(0, 1) + input(0, 2)) / 3
output uint16: blur_y(0, 0) = (blur_x(0, 0) + blur_x(1, 0) + blur_x(2, 0)) / 3
iterate: 1
)",
                     "some/where/blur.soda"),
            R"(# Imported by rtlgen from blur.soda (SODA DSL); see docs/import.md.
# SODA leaves the extent along y open; it is 1024 here (--extent N).
name: blur
source: "blur.soda, SODA DSL"
grid: [2000, 1024]
type: uint16

fields:
  input: {}
  blur_y: {}

update:
  # blur_x(0, 0) = (input(0, 0) + input(0, 1) + input(0, 2)) / 3
  - blur_x:
      expr: >
        uint16((int32(input) + int32(input[0,1]) + int32(input[0,2])) / 3)
      border: ignore
  # blur_y(0, 0) = (blur_x(0, 0) + blur_x(1, 0) + blur_x(2, 0)) / 3
  - blur_y:
      expr: >
        uint16((int32(blur_x) + int32(blur_x[1,0]) + int32(blur_x[2,0])) / 3)
      border: ignore

iterations: 1
hardware: {cells_per_cycle: 16, steps: 1}
)");
}

TEST(Text, TheOpenExtentIsAnOption) {
  Options options;
  options.extent = 77;
  EXPECT_THAT(soda("iterate: 1\ninput int8: a(9, *)\noutput int8: o(0,0) = a(1,0)", options),
              HasSubstr("grid: [9, 77]"));
}

TEST(Text, IteratedOutputsAreTheInputsOfTheNextStep) {
  const std::string yaml = soda("iterate: 5\ninput int32: a(9, *)\noutput int32: o(0,0) = a(1,0)");
  EXPECT_THAT(yaml, HasSubstr("Output 'o' is input 'a' of the next time step"));
  EXPECT_THAT(yaml, HasSubstr("- a: {expr: \"a[1,0]\", border: ignore}"));
  EXPECT_THAT(yaml, HasSubstr("iterations: 5\nhardware: {cells_per_cycle: 4, steps: 5}"));
}

TEST(Text, AFieldThatOthersStillReadIsAssignedLast) {
  const std::string yaml = soda(
      "iterate: 2\ninput int32: a\ninput int32: b(9, *)\noutput int32: p(0,0) = b(0,0)\noutput int32: q(0,0) = a(0,0)");
  EXPECT_THAT(yaml, HasSubstr("- p: \"b\""));
  EXPECT_THAT(yaml, HasSubstr("- b: \"a\"\n  - a: \"p\""));
}

TEST(Text, StoreIndicesShiftWhatIsRead) {
  EXPECT_THAT(soda("iterate: 1\ninput int32: a(9, *)\noutput int32: o(2,-1) = a(2,-1) + a(0,0)"),
              HasSubstr("\"a + a[-2,1]\""));
}

TEST(Text, ConstantsAreFoldedAsCFoldsThem) {
  const auto line = [](const std::string& expression) {
    return soda("iterate: 1\ninput float: a\noutput float: o(0) = " + expression);
  };
  EXPECT_THAT(line("a(0) * (1 / 3)"), HasSubstr("a * 0\""));
  EXPECT_THAT(line("a(0) * (1.0f / 0.03f)"), HasSubstr("a * 33.333336"));
  EXPECT_THAT(line("a(0) * 2.0"), HasSubstr("float32(float64(a) * 2)"));
  EXPECT_THAT(line("a(0) * 2.0f"), HasSubstr("\"a * 2\""));
  EXPECT_THAT(line("a(0) * -(0x10 + 0b11 + 010)"), HasSubstr("a * -27"));
  EXPECT_THAT(line("a(0) * 1e-5f"), HasSubstr("a * 1e-05"));
  EXPECT_THAT(line("select(3 > 2, a(0), 1.0f)"), HasSubstr("- o: \"a\""));
}

TEST(Text, FunctionsOfMathHAreOurs) {
  const auto line = [](const std::string& expression) {
    return soda("iterate: 1\ninput float: a\noutput float: o(0) = " + expression);
  };
  for (const std::string name :
       {"floor", "ceil", "trunc", "round", "rint", "exp2", "log2", "log10", "tan", "atan", "cbrt"}) {
    EXPECT_THAT(line(name + "(a(0))"), HasSubstr("\"" + name + "(a)\""));
    EXPECT_THAT(line(name + "f(a(0))"), HasSubstr("\"" + name + "(a)\""));
  }
  EXPECT_THAT(line("nearbyint(a(0))"), HasSubstr("\"rint(a)\""));
  EXPECT_THAT(line("hypotf(a(0), atan2(a(1), a(0)))"), HasSubstr("\"hypot(a, atan2(a[1], a))\""));
  EXPECT_THAT(line("a(0) * floor(2.75f)"), HasSubstr("\"a * 2\""));
}

TEST(Text, SinglePrecisionConstantsAreAnOption) {
  Options options;
  options.single_constants = true;
  EXPECT_THAT(soda("iterate: 1\ninput float: a\noutput float: o(0) = a(0) * 0.1", options), HasSubstr("\"a * 0.1\""));
}

TEST(Text, PromotionsAndConversionsAreWritten) {
  const auto line = [](const std::string& types, const std::string& expression) {
    return soda("iterate: 1\n" + types + "output int16: o(0) = " + expression);
  };
  EXPECT_THAT(line("input uint8: a\ninput uint32: b\n", "a(0) + b(0)"), HasSubstr("int16(uint32(a) + b)"));
  EXPECT_THAT(line("input uint8: a\ninput int64: b\n", "a(0) < b(0)"), HasSubstr("int16(int64(a) < b)"));
  EXPECT_THAT(line("input uint6: a\ninput int5: b\n", "a(0) * b(0)"), HasSubstr("int16(int<11>(a) * int<11>(b))"));
  EXPECT_THAT(line("input float: a\ninput int16: b\n", "a(0) && b(0)"), HasSubstr("int16(a != 0 && b != 0)"));
  EXPECT_THAT(line("input int8: a\n", "-a(0)"), HasSubstr("int16(-int32(a))"));
}

TEST(Text, FloatMinimaAreTheComparisonsOfStdMin) {
  EXPECT_THAT(soda("iterate: 1\ninput float: a\noutput float: o(0) = min(a(0), a(1))"),
              HasSubstr("a[1] < a ? a[1] : a"));
}

TEST(Text, FixedPointTruncatesAndWraps) {
  const std::string yaml = soda("iterate: 1\ninput int16_8: a\noutput int12_6: o(0) = a(0) * a(1)");
  EXPECT_THAT(yaml, HasSubstr("rounding: truncate"));
  EXPECT_THAT(yaml, HasSubstr("overflow: wrap"));
  EXPECT_THAT(yaml, HasSubstr("fixed<12,6>(fixed<32,16>(a) * fixed<32,16>(a[1]))"));
}

TEST(Text, PreserveKeepsTheOldValue) {
  const std::string one = soda("iterate: 1\nborder: preserve\ninput int32: a(9, *)\noutput int32: o(0,0) = a(1,0)");
  EXPECT_THAT(one, HasSubstr("border: keep"));
  const std::string two = soda(
      "iterate: 1\nborder: preserve\ninput int32: a(9, *)\nlocal int32: l(0,0) = a(1,0)\noutput int32: o(0,0) = "
      "l(0,-2)");
  EXPECT_THAT(two, HasSubstr("{expr: \"l[0,-2]\", region: {x: [0, -2], y: [2, -1]}}"));
  EXPECT_THAT(two, Not(HasSubstr("border")));
}

TEST(Text, ParametersWithoutAValueAreRegisters) {
  EXPECT_THAT(soda("iterate: 1\ninput float: a\nparam float, dup 3: c\noutput float: o(0) = a(0) * c"),
              HasSubstr("c: {value: 0, type: \"float32\", runtime: true}  # the program gives no value: set one"));
}

TEST(Text, NamesThatTheLanguageKeepsGetAnother) {
  const std::string yaml = soda("iterate: 1\ninput int32: x\noutput int32: __o_(0) = x(0)");
  EXPECT_THAT(yaml, HasSubstr("x_0: {}  # originally 'x'"));
  EXPECT_THAT(yaml, HasSubstr("- o: \"x_0\""));
}

TEST(Text, SasaHasRowsFirstAndOnlyFloats) {
  const std::string yaml = imported(
      "KERNEL: J\nCOUNT: 2\nITERATE: 6\nREPEAT: 3\nBOARDER: overlap\ninput a(20, 30)\noutput o(0,0) = a(1,2) / 3",
      "j.dsl");
  EXPECT_THAT(yaml, HasSubstr("grid: [30, 20]"));
  EXPECT_THAT(yaml, HasSubstr("a[2,1] / 3"));
  EXPECT_THAT(yaml, HasSubstr("iterations: 6\nhardware: {cells_per_cycle: 1, steps: 3}"));
}

TEST(Text, StencilflowBoundariesUnderTheirOldNameAreTheSame) {
  const auto with = [](const std::string& key, const std::string& rules) {
    return imported(
        R"({"dimensions": [4, 5], "inputs": {"a": {"data_type": "float32", "data": 1}}, "outputs": ["o"], "program": {"o": {"data_type": "float32",
      "computation_string": "o = a[j+1,k]", ")" +
            key + "\": " + rules + "}}}",
        "a.json");
  };
  const std::string rules = R"({"a": {"type": "constant", "value": 2}})";
  EXPECT_EQ(with("boundary_condition", rules), with("boundary_conditions", rules));
  EXPECT_THAT(with("boundary_condition", rules), HasSubstr("constant: 2"));
}

TEST(Text, ABorderOfNoneIsIgnored) {
  const std::string rest = "iterate: 1\ninput int8: a(9, *)\noutput int8: o(0,0) = a(1,0)";
  for (const char* word : {"None", "none", "null"})
    EXPECT_EQ(soda(std::string("border: ") + word + "\n" + rest), soda("border: ignore\n" + rest)) << word;
}

TEST(Text, StencilflowBoundariesBelongToTheirReaders) {
  const std::string yaml = imported(R"({"dimensions": [8, 9], "outputs": ["o"], "vectorization": 3,
    "inputs": {"a": {"data_type": "float32", "data": "random:-1..2"}, "r": {"data_type": "float32", "data": [1, 1], "input_dims": ["j"]}},
    "program": {
      "p": {"data_type": "float32", "computation_string": "p = a[j,k-1] + a[j+1,k]", "boundary_conditions": {"a": {"type": "constant", "value": 1}}},
      "o": {"data_type": "float32", "computation_string": "o = p[j,k] + a[j-1,k] + r[j]", "boundary_conditions": {"a": {"type": "constant", "value": 2.5}}}}})",
                                    "b.json");
  EXPECT_THAT(yaml, HasSubstr("grid: [9, 8]"));
  EXPECT_THAT(yaml, HasSubstr("a: {boundary: {constant: 1}}"));
  EXPECT_THAT(yaml, HasSubstr("a[0,-1; constant(2.5)]"));
  EXPECT_THAT(yaml, HasSubstr("r: {axes: [y]}"));
  EXPECT_THAT(yaml, HasSubstr("r[0]"));
  EXPECT_THAT(yaml, HasSubstr("a: {kind: random, low: -1, high: 2}"));
  EXPECT_THAT(yaml, HasSubstr("cells_per_cycle: 3"));
}

}  // namespace
}  // namespace rtlgen::importer

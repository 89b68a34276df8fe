// Every warning about meaning: descriptions that provoke it, and their neighbours that must not.
#include "analysis/meaning/meaning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "analysis/meaning/linear.hpp"
#include "analysis/meaning/ranges.hpp"
#include "frontend/frontend.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::analysis {
namespace {

/// The warnings about a description; their names in order.
struct Warnings {
  std::vector<std::string> names;
  std::string text;
};

Warnings warnings_of(const std::string& description, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  const auto stencil = frontend::load_text(description, "f.yaml", sets, diagnostics);
  if (!stencil) return {{"refused"}, diagnostics.render()};
  warn_of_meaning(*stencil, diagnostics);
  Warnings warnings;
  for (const Diagnostic& d : diagnostics.all()) warnings.names.push_back(d.name);
  warnings.text = diagnostics.render();
  return warnings;
}

/// A description of one line each for fields and update.
std::string text(const std::string& type, const std::string& fields, const std::string& lines,
                 const std::string& more = "") {
  return "name: demo\ngrid: [32, 24]\ntype: " + type + "\nfields: {" + fields + "}\n" + more + "update:\n" + lines;
}

using Names = std::vector<std::string>;

#define EXPECT_WARNINGS(expected, description)        \
  do {                                                \
    const Warnings found = warnings_of(description);  \
    EXPECT_EQ(found.names, (expected)) << found.text; \
  } while (false)

const Names kNone{};

// ---------------------------------------------------------------- truth values

TEST(TruthSum, NeighboursThatAreCountedInOneBit) {
  const Warnings warnings =
      warnings_of(text("uint8", "c: {boundary: wrap}, n: {}",
                       "  - n: \"uint8((c[-1,0] == 1) + (c[1,0] == 1) + (c[0,1] == 1) + (c[0,-1] == 1))\"\n"));
  EXPECT_EQ(warnings.names, Names{"truth-sum"}) << warnings.text;
  EXPECT_NE(warnings.text.find("f.yaml:6:"), std::string::npos) << warnings.text;
  EXPECT_NE(warnings.text.find("the sum of truth values"), std::string::npos) << warnings.text;
  EXPECT_NE(warnings.text.find("uint<3>(a) + uint<3>(b)"), std::string::npos)
      << "four of them want three bits: " << warnings.text;
}

TEST(TruthSum, SumsDifferencesProductsAndMixedOnes) {
  for (const char* op : {"+", "-", "*"}) {
    EXPECT_WARNINGS(Names{"truth-sum"}, text("uint<1>", "a: {}, b: {}, c: {}", std::string("  - c: a ") + op + " b\n"));
  }
  // A condition that is used as a number is one sum, however long it is.
  EXPECT_WARNINGS(Names{"truth-sum"}, text("uint<1>", "a: {}, b: {}, c: {}", "  - c: a + b - a[1,0]*b + b[0,1]\n"));
}

TEST(TruthSum, DifferencesAndNegativesSayWhatHoldsThem) {
  const auto of = [](const std::string& line) {
    return warnings_of(text("uint<1>", "u: {}, v: {}, b: {}, c: {}", "  - c: u || v\n  - b: " + line + "\n"));
  };
  for (const auto& [line, wanted] : {std::pair{"u - v", "int<2>(a) - int<2>(b)"},
                                     {"u + v", "uint<2>(a) + uint<2>(b)"},
                                     {"-u", "the negative of a truth value"},
                                     {"-u - 1", "int<2>(a) - int<2>(b)"}}) {
    const Warnings warnings = of(line);
    EXPECT_EQ(warnings.names, Names{"truth-sum"}) << line << '\n' << warnings.text;
    EXPECT_NE(warnings.text.find(wanted), std::string::npos) << line << '\n' << warnings.text;
  }
}

TEST(TruthSum, CountsAndWhatIsMeantAreFine) {
  EXPECT_WARNINGS(kNone, text("uint<4>", "c: {type: uint<1>}, n: {}", "  - n: uint<4>(c[-1,0]) + uint<4>(c[1,0])\n"));
  EXPECT_WARNINGS(kNone, text("uint<1>", "a: {}, b: {}, c: {}", "  - c: a ^ b\n"));
  EXPECT_WARNINGS(kNone, text("uint<1>", "a: {}, b: {}, c: {}", "  - c: a && b || !a\n"));
  EXPECT_WARNINGS(kNone, text("uint<1>", "a: {}, b: {}, c: {}", "  - c: uint<1>(a + b)\n"));
}

// ---------------------------------------------------------------- narrow integers

TEST(NarrowWrap, AMeanOfFiveInEightBits) {
  const Warnings warnings =
      warnings_of(text("uint8", "a: {}, b: {}", "  - b: (a[-1,0] + a + a[1,0] + a[0,-1] + a[0,1]) / 5\n"));
  EXPECT_EQ(warnings.names, Names{"narrow-wrap"}) << warnings.text;
  EXPECT_NE(warnings.text.find("this sum ranges from 0 to 1275, but uint8 only from 0 to 255: it wraps"),
            std::string::npos)
      << warnings.text;
  EXPECT_NE(warnings.text.find("uint<11> holds it"), std::string::npos) << warnings.text;
}

TEST(NarrowWrap, ProductsDifferencesAndNegatives) {
  EXPECT_WARNINGS(Names{"narrow-wrap"}, text("int16", "a: {}, b: {}", "  - b: a * a\n"));
  EXPECT_WARNINGS(Names{"narrow-wrap"}, text("uint8", "a: {}, b: {}", "  - b: 255 - a - 1\n"));
  EXPECT_WARNINGS(Names{"narrow-wrap"}, text("uint8", "a: {}, b: {}", "  - b: -a\n"));
  EXPECT_WARNINGS(Names{"narrow-wrap"}, text("uint<12>", "a: {}, b: {}", "  - b: a + 1\n"));
}

TEST(NarrowWrap, AssignmentsToNarrowerIntegers) {
  const Warnings warnings = warnings_of(text("uint16", "a: {}, b: {type: uint8}", "  - b: a / 2\n"));
  EXPECT_EQ(warnings.names, Names{"narrow-wrap"}) << warnings.text;
  EXPECT_NE(warnings.text.find("computes uint16 from 0 to 32767, but 'b' is uint8, from 0 to 255"), std::string::npos)
      << warnings.text;
  EXPECT_NE(warnings.text.find("'b' could be uint<15>"), std::string::npos) << warnings.text;
  EXPECT_WARNINGS(kNone, text("uint16", "a: {}, b: {type: uint8}", "  - b: a >> 8\n"));
  EXPECT_WARNINGS(kNone, text("uint16", "a: {}, b: {type: uint8}", "  - b: uint8(a / 2)\n"));
}

TEST(NarrowWrap, RangesGoThroughTemporariesAndFunctions) {
  // The weighted mean of bytes in 16 bits, and what canny does with it.
  const std::string fields = "a: {type: uint8}, b: {}";
  EXPECT_WARNINGS(kNone,
                  text("int16", fields,
                       "  - s: (int16(a[-1,0]) + 2*int16(a) + int16(a[1,0])) >> 2\n  - g: s[1,0] - s[-1,0]\n  - b: "
                       "5*abs(g) + 3*min(g, 7)\n"));
  EXPECT_WARNINGS(
      Names{"narrow-wrap"},
      text("int16", fields,
           "  - s: (int16(a[-1,0]) + 2*int16(a) + int16(a[1,0])) >> 2\n  - g: s[1,0] - s[-1,0]\n  - b: 129*g\n"));
  EXPECT_WARNINGS(
      kNone,
      text("int16", fields,
           "  - s: (int16(a[-1,0]) + 2*int16(a) + int16(a[1,0])) >> 2\n  - g: s[1,0] - s[-1,0]\n  - b: 128*g\n"));
  // A boundary's constant counts.
  EXPECT_WARNINGS(kNone,
                  text("uint8", "a: {}, b: {}", "  - t: {expr: a & 7, boundary: {constant: 31}}\n  - b: t[1,0] * 8\n"));
  EXPECT_WARNINGS(Names{"narrow-wrap"},
                  text("uint8", "a: {}, b: {}", "  - t: {expr: a & 7, boundary: {constant: 32}}\n  - b: t[1,0] * 8\n"));
}

TEST(NarrowWrap, WrapsOnTheWayDoNotCount) {
  EXPECT_WARNINGS(kNone, text("uint8", "a: {}, b: {}", "  - b: (a & 15) + 250 - 10\n"));
  EXPECT_WARNINGS(kNone, text("uint8", "a: {}, b: {type: uint<4>}", "  - b: uint<4>(a * 3 + 1)\n"));
}

TEST(NarrowWrap, UnsignedDifferencesThatCannotBeNegative) {
  for (const char* line : {"a > b ? a - b : b - a", "a >= b ? a - b : 0", "a < b ? b - a : a - b",
                           "max(a, b) - min(a, b)", "max(a, b) - b", "a - min(a, b)", "a - a/4 & b", "a - (a >> 1) & b",
                           "a - (a & b)", "a == 0 && b > 9 ? 1 : 0", "b > 9 ? b - 9 : a"}) {
    EXPECT_WARNINGS(kNone, text("uint8", "a: {}, b: {}, c: {}", std::string("  - c: \"") + line + "\"\n"));
  }
  for (const char* line : {"a > b ? b - a : 0", "a - b", "min(a, b) - max(a, b)", "b - a/4", "b > 9 ? b - 10 : a",
                           "a > b ? b : a - b + 1"}) {
    EXPECT_WARNINGS(Names{"narrow-wrap"},
                    text("uint8", "a: {}, b: {}, c: {}", std::string("  - c: \"") + line + "\"\n"));
  }
}

TEST(NarrowWrap, WideTypesAndWhatIsMeantAreFine) {
  EXPECT_WARNINGS(kNone, text("int32", "a: {}, b: {}", "  - b: a * a + 7\n"));
  EXPECT_WARNINGS(kNone, text("uint8", "a: {}, b: {}", "  - b: uint8(a[-1,0] + a)\n"));
  EXPECT_WARNINGS(kNone, text("uint8", "a: {}, b: {}", "  - b: a[-1,0] + a\n", "no_warn: [narrow-wrap]\n"));
  EXPECT_WARNINGS(kNone, text("uint16", "a: {}, b: {}", "  - b: (a << 5) ^ a\n"));
}

// ---------------------------------------------------------------- temporaries

TEST(TemporaryEdge, ReadBeyondAGridThatWraps) {
  const std::string lines =
      "  - lap: a[-1,0] + a[1,0] + a[0,-1] + a[0,1] - 4.0*a\n  - a: a - 0.01*(lap[-1,0] + lap[1,0] + lap[0,-1] + "
      "lap[0,1] - 4.0*lap)\n";
  const Warnings warnings = warnings_of(text("float32", "a: {boundary: wrap}", lines));
  EXPECT_EQ(warnings.names, Names{"temporary-edge"}) << warnings.text;
  EXPECT_NE(warnings.text.find("temporary 'lap'"), std::string::npos) << warnings.text;
  EXPECT_NE(warnings.text.find("on line 6: - lap: {expr: \"...\", boundary: wrap}"), std::string::npos)
      << warnings.text;
  const Warnings negated = warnings_of(text("float32", "a: {boundary: antiwrap}", lines));
  EXPECT_NE(negated.text.find("boundary: antiwrap}"), std::string::npos) << negated.text;
  const Warnings mixed = warnings_of(text("float32", "a: {boundary: {x: wrap, y: antiwrap}}", lines));
  EXPECT_NE(mixed.text.find("boundary: {x: wrap, y: antiwrap}}"), std::string::npos) << mixed.text;
  EXPECT_WARNINGS(kNone, text("float32", "a: {boundary: edge}", lines));
  EXPECT_WARNINGS(kNone, text("float32", "a: {}", lines));
}

TEST(TemporaryEdge, RulesThatAreGivenOrMixedAreFine) {
  const std::string use = "  - a: 0.1*(lap[-1,0] + a)\n";
  for (const char* rule : {"wrap", "edge", "{x: wrap}", "reflect"}) {
    EXPECT_WARNINGS(kNone, text("float32", "a: {boundary: wrap}",
                                std::string("  - lap: {expr: \"a[-1,0] + a[1,0]\", boundary: ") + rule + "}\n" + use));
  }
  // Read at no offset, or with a rule of the read.
  EXPECT_WARNINGS(kNone, text("float32", "a: {boundary: wrap}", "  - lap: a[-1,0] + a[1,0]\n  - a: 0.1*lap + a\n"));
  EXPECT_WARNINGS(kNone, text("float32", "a: {boundary: wrap}",
                              "  - lap: a[-1,0] + a[1,0]\n  - a: \"0.1*(lap[-1,0; wrap] + a)\"\n"));
  // Made of two fields with different rules.
  EXPECT_WARNINGS(kNone,
                  text("float32", "a: {boundary: wrap}, k: {boundary: edge}", "  - lap: k*(a[-1,0] + a[1,0])\n" + use));
  // Along y nothing wraps.
  EXPECT_WARNINGS(
      kNone, text("float32", "a: {boundary: {x: wrap}}", "  - lap: a[-1,0] + a[1,0]\n  - a: 0.1*(lap[0,1] + a)\n"));
  const Warnings along_x =
      warnings_of(text("float32", "a: {boundary: {x: wrap}}", "  - lap: a[-1,0] + a[1,0]\n" + use));
  EXPECT_EQ(along_x.names, Names{"temporary-edge"}) << along_x.text;
  EXPECT_NE(along_x.text.find("boundary: {x: wrap}}"), std::string::npos) << along_x.text;
}

TEST(TemporaryEdge, FieldsWithoutARuleDoNotHideItAndChainsAreFollowed) {
  EXPECT_WARNINGS(Names{"temporary-edge"}, text("float32", "a: {boundary: wrap}, k: {}",
                                                "  - lap: k*(a[-1,0] + a[1,0])\n  - a: 0.1*(lap[-1,0] + a)\n"));
  EXPECT_WARNINGS(
      (Names{"temporary-edge", "temporary-edge"}),
      text("float32", "a: {boundary: wrap}", "  - p: a[-1,0] + a\n  - q: p[1,0] + p[2,0]\n  - a: 0.1*(q[-1,0] + a)\n"));
}

// ---------------------------------------------------------------- unstable steps

std::string heat(const std::string& r, const std::string& more = "iterations: 100\n") {
  return text("float32", "u: {boundary: edge}", "  - u: u + r*(u[-1,0] + u[1,0] + u[0,-1] + u[0,1] - 4.0*u)\n",
              "params: {r: " + r + "}\n" + more);
}

TEST(UnstableStep, HeatBeyondItsLimit) {
  const Warnings warnings = warnings_of(heat("0.3"));
  EXPECT_EQ(warnings.names, Names{"unstable-step"}) << warnings.text;
  EXPECT_NE(warnings.text.find("'u' is unstable"), std::string::npos) << warnings.text;
  EXPECT_NE(warnings.text.find("f.yaml:8:5:"), std::string::npos) << warnings.text;
  EXPECT_WARNINGS(kNone, heat("0.25"));
  EXPECT_WARNINGS(kNone, heat("0.2"));
  EXPECT_WARNINGS(kNone, heat("0.3", "iterations: 1\n"));
  EXPECT_WARNINGS(Names{"unstable-step"}, heat("{value: 0.3, runtime: true}"));
  EXPECT_WARNINGS(Names{"unstable-step"}, heat("-0.1"));
}

TEST(UnstableStep, TheGridsOwnWavesDecide) {
  // At r = 0.2501 only waves shorter than 24 cells hold would grow.
  EXPECT_WARNINGS(kNone, heat("0.2501", "iterations: 1000\n"));
  EXPECT_EQ(warnings_of(heat("0.3"), {"grid=[1, 1]"}).names, kNone);
}

TEST(UnstableStep, ThroughTemporariesFixedPointAndQuotients) {
  const std::string lines = "  - lap: u[-1,0] + u[1,0] + u[0,-1] + u[0,1] - 4*u\n  - u: u + lap / 3\n";
  EXPECT_WARNINGS(Names{"unstable-step"}, text("float32", "u: {}", lines, "iterations: 50\n"));
  EXPECT_WARNINGS(Names{"unstable-step"}, text("\"fixed<24,12>\"", "u: {}", lines, "iterations: 50\n"));
  EXPECT_WARNINGS(kNone,
                  text("float32", "u: {}", "  - lap: u[-1,0] + u[1,0] + u[0,-1] + u[0,1] - 4*u\n  - u: u + lap / 4\n",
                       "iterations: 50\n"));
  EXPECT_WARNINGS(kNone, text("int32", "u: {}", lines, "iterations: 50\n"));
}

TEST(UnstableStep, CentralDifferencesInSpaceForwardInTime) {
  EXPECT_WARNINGS(Names{"unstable-step"},
                  text("float32", "u: {boundary: wrap}", "  - u: u - 0.4*(u[1,0] - u[-1,0])\n", "iterations: 50\n"));
  EXPECT_WARNINGS(
      kNone, text("float32", "u: {boundary: wrap}", "  - u: u - 0.8*(u - u[-1,0])\n", "iterations: 50\n"));  // upwind
  EXPECT_WARNINGS(Names{"unstable-step"},
                  text("float32", "u: {boundary: wrap}", "  - u: u - 1.1*(u - u[-1,0])\n", "iterations: 50\n"));
}

std::string wave(const std::string& c) {
  return text("float32", "p: {boundary: {constant: 0}}, old: {}",
              "  - new: 2.0*p - old + c*(p[-1,0] + p[1,0] + p[0,-1] + p[0,1] - 4.0*p)\n  - old: p\n  - p: new\n",
              "params: {c: " + c + "}\niterations: 10000\n");
}

TEST(UnstableStep, WavesInTwoFieldsAreJudgedByTheirEigenvalues) {
  EXPECT_WARNINGS(kNone, wave("0.25"));
  EXPECT_WARNINGS(kNone, wave("0.49"));
  const Warnings warnings = warnings_of(wave("0.55"));
  EXPECT_EQ(warnings.names, Names{"unstable-step"}) << warnings.text;
  EXPECT_NE(warnings.text.find("'p', 'old'"), std::string::npos) << warnings.text;
}

TEST(UnstableStep, FieldsOfDifferentRulesAreNotJudgedTogether) {
  const auto of = [](const char* p, const char* old) {
    return text("float32", "p: {boundary: " + std::string(p) + "}, old: {boundary: " + old + "}",
                "  - new: 2.0*p - old + 0.275*(p[-1,0] + p[1,0] + p[0,-1] + p[0,1] - 4.0*p) + 0.275*(old[-1,0] + "
                "old[1,0] + old[0,-1] + old[0,1] - 4.0*old)\n"
                "  - old: p\n  - p: new\n",
                "iterations: 10000\n");
  };
  EXPECT_WARNINGS(Names{"unstable-step"}, of("wrap", "wrap"));
  EXPECT_WARNINGS(kNone, of("wrap", "edge"));
}

TEST(UnstableStep, GrowthThatIsWrittenDownIsMeant) {
  EXPECT_WARNINGS(kNone, text("float32", "u: {}", "  - u: 1.01*u\n", "iterations: 1000\n"));
  EXPECT_WARNINGS(kNone,
                  text("float32", "u: {}", "  - u: 1.5*u + 0.1*(u[-1,0] + u[1,0] - 2.0*u)\n", "iterations: 1000\n"));
}

TEST(UnstableStep, WhatIsNotLinearIsNotJudged) {
  EXPECT_WARNINGS(kNone,
                  text("float32", "u: {}, k: {}", "  - u: u + k*(u[-1,0] + u[1,0] - 2.0*u)\n", "iterations: 100\n"));
  EXPECT_WARNINGS(
      kNone, text("float32", "u: {}", "  - u: min(u + 0.9*(u[-1,0] + u[1,0] - 2.0*u), 1.0)\n", "iterations: 100\n"));
  EXPECT_WARNINGS(kNone, text("float32", "u: {}", "  - u: u*u\n", "iterations: 100\n"));
  // A linear part that another field drives is judged, the other is not.
  EXPECT_WARNINGS(Names{"unstable-step"},
                  text("float32", "u: {}, v: {}", "  - v: v*v\n  - u: v + u + 0.9*(u[-1,0] + u[1,0] - 2.0*u)\n",
                       "iterations: 100\n"));
}

// ---------------------------------------------------------------- casts

TEST(ConstantCast, EverythingSaturatesOrIsCutOff) {
  EXPECT_WARNINGS(Names{"constant-cast"}, text("uint8", "a: {type: float32}, b: {}", "  - b: uint8(0.5*tanh(a))\n"));
  EXPECT_WARNINGS(Names{"constant-cast"},
                  text("uint8", "a: {type: float32}, b: {}", "  - b: uint8(float32(a > 1.0) + 300.0)\n"));
  EXPECT_WARNINGS(Names{"constant-cast"}, text("\"ufixed<8,8>\"", "a: {type: uint8}, b: {}",
                                               "  - b: \"ufixed<8,8>(int32(a) + 2)\"\n", "overflow: saturate\n"));
  EXPECT_WARNINGS(Names{"constant-cast"},
                  text("float16", "a: {type: uint8}, b: {}", "  - b: float16(float32(a) + 200000.0)\n"));
}

TEST(ConstantCast, CastsThatKeepSomethingAreFine) {
  EXPECT_WARNINGS(kNone, text("uint8", "a: {type: float32}, b: {}", "  - b: uint8(255.0*tanh(a))\n"));
  EXPECT_WARNINGS(kNone, text("uint8", "a: {type: float32}, b: {}", "  - b: uint8(a)\n"));
  EXPECT_WARNINGS(kNone, text("\"ufixed<8,8>\"", "a: {type: float32}, b: {}", "  - b: \"ufixed<8,8>(a)\"\n"));
  EXPECT_WARNINGS(kNone, text("float16", "a: {type: float32}, b: {}", "  - b: float16(a)\n"));
}

// ---------------------------------------------------------------- shipped descriptions

TEST(Meaning, ShippedDescriptionsHaveNoWarnings) {
  namespace fs = std::filesystem;
  int count = 0;
  const fs::path root = test::source_folder();
  for (const char* folder : {"configs", "examples/host"}) {
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".yaml") continue;
      Diagnostics diagnostics;
      diagnostics.set_policy({{}, true});
      const auto stencil = frontend::load_file(entry.path().string(), {}, diagnostics);
      ASSERT_TRUE(stencil.ok()) << diagnostics.render();
      warn_of_meaning(*stencil, diagnostics);
      EXPECT_TRUE(diagnostics.all().empty()) << diagnostics.render();
      ++count;
    }
  }
  EXPECT_GE(count, 43) << "the search itself must find files";
}

}  // namespace
}  // namespace rtlgen::analysis

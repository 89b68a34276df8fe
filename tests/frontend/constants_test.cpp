// Constants that lose what they are: a warning from every entrance, none where nothing is lost.
#include "frontend/expr/constants.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "frontend/expr/types.hpp"
#include "frontend/frontend.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

std::vector<std::string> warnings_of(const std::string& text, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  const auto loaded = load_text(text, "a.yaml", sets, diagnostics);
  EXPECT_TRUE(loaded.ok()) << diagnostics.render();
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics.all()) out.push_back(to_string(d.code) + " " + d.message);
  return out;
}

/// A program in `fixed<16,8>` that names `k` and `l`.
std::string program(const std::string& more, const std::string& expression = "u + k*u[1] + l*u[-1]") {
  return fmt::format("name: a\ngrid: [8]\ntype: \"fixed<16,8>\"\nfields: {{u: {{}}}}\n{}update:\n  - u: {}\n", more,
                     expression);
}

struct Entrance {
  const char* what;
  std::string text;
  std::vector<std::string> sets = {};
};

/// 0.001 once each.
std::vector<Entrance> entrances() {
  const std::string condition = "\"abs(u) < 0.001 ? u : u[1]\"";
  return {
      {"literal", program("", "u + 0.001*u[1]")},
      {"comparison", program("", condition)},
      {"cast", program("", "u + fixed<16,8>(0.001)")},
      {"read's rule", program("", "\"u + u[1; constant(0.001)]\"")},
      {"argument of a function", program("functions: {f(a): 0.001*a}\n", "u + f(u[1])")},
      {"fold", program("", "\"u + add(i in 1..1: u[i]*(i/1000))\"")},
      {"param", program("params: {k: 0.001}\n", "u + k*u[1]")},
      {"typed param", program("params: {k: {value: 0.001, type: \"fixed<16,8>\"}}\n", "u + k*u[1]")},
      {"default of a run-time param", program("params: {k: {value: 0.001, runtime: true}}\n", "u + k*u[1]")},
      {"product of params", program("params: {k: 0.1, l: 0.01}\n", "u + k*l*u[1]")},
      {"values by step", program("params: {k: {values: [1, 0.001]}}\n", "u + k*u[1]")},
      {"parameter by step", program("params: {k: {value: \"step < 3 ? 0.001 : 1.0\"}}\n", "u + k*u[1]")},
      {"param that is a table", program("params: {k: [1, 0.001]}\n", "u + k[1]*u[1]")},
      {"typed table", program("params: {k: {value: [1, 0.001], type: \"fixed<16,8>\"}}\n", "u + k[1]*u[1]")},
      {"stored table", program("tables: {k: [1, 0.001]}\n", "u + k[int16(u)]*u[1]")},
      {"source", program("sources: [{at: [2], field: u, values: [0.001, 1]}]\n", "u + u[1]")},
      {"source that adds", program("sources: [{at: [2], field: u, add: 0.001}]\n", "u + u[1]")},
      {"boundary",
       "name: a\ngrid: [8]\ntype: \"fixed<16,8>\"\nfields: {u: {boundary: {constant: 0.001}}}\n"
       "update:\n  - u: u + u[1]\n"},
      {"boundary of a temporary", program("", "u\n  - t: {expr: u, boundary: {constant: 0.001}}\n  - u: t[1]")},
      {"until", program("monitor: {c: {of: u, reduce: max}}\nuntil: c < 0.001\n", "u + u[1]")},
      {"next", program("monitor: {c: {of: u, reduce: max}}\nparams: {k: {value: 1, runtime: true, next: c*0.001}}\n",
                       "u + k*u[1]")},
      {"where", program("", "{expr: \"u + u[1]\", where: \"u < 0.001\"}")},
      {"start value", program("inputs: {u: {kind: constant, value: 0.001}}\n", "u + u[1]")},
      {"hot spot", program("inputs: {u: {kind: hotspot, value: 1, background: 0.001}}\n", "u + u[1]")},
      {"start expression", program("inputs: {u: {expr: \"x == 2 ? 0.001 : 1.0\"}}\n", "u + u[1]")},
      {"--set", program("params: {k: 1}\n", "u + k*u[1]"), {"params.k=0.001"}},
  };
}

TEST(Constants, ThatVanishAreNamedFromEveryEntrance) {
  for (const Entrance& e : entrances()) {
    const std::vector<std::string> found = warnings_of(e.text, e.sets);
    EXPECT_EQ(found, std::vector<std::string>{"RG0335 0.001 becomes 0 in fixed<16,8>"}) << e.what;
  }
}

/// The control: the same entrances in a type that holds the number.
TEST(Constants, AreSilentInATypeThatHoldsThem) {
  for (const Entrance& e : entrances()) {
    std::string text = e.text;
    const std::string coarse = "fixed<16,8>";
    for (auto at = text.find(coarse); at != std::string::npos; at = text.find(coarse))
      text.replace(at, coarse.size(), "fixed<32,24>");
    EXPECT_EQ(warnings_of(text, e.sets), std::vector<std::string>{}) << e.what;
  }
}

TEST(Constants, EndsOfStartDataCountAsAWhole) {
  const auto start = [](const std::string& entry) {
    return warnings_of(program("inputs: {u: " + entry + "}\n", "u + u[1]"));
  };
  EXPECT_EQ(start("{kind: ramp, value: 0, increment: 0.0001}"),
            std::vector<std::string>{"RG0335 the ramp's last cell, 0.0007, becomes 0 in fixed<16,8>"});
  EXPECT_EQ(start("{kind: random, low: 0, high: 0.001}"),
            std::vector<std::string>{"RG0335 the high end of the random numbers, 0.001, becomes 0 in fixed<16,8>"});
  EXPECT_EQ(start("{kind: ramp, value: 0, increment: 0.001}"), std::vector<std::string>{});
  EXPECT_EQ(start("{kind: random, low: -0.001, high: 1}"), std::vector<std::string>{});
  EXPECT_EQ(start("{kind: constant, value: 1000}"),
            std::vector<std::string>{"RG0336 1000 becomes 127.996094 in fixed<16,8>, 87 % off"});
}

TEST(Constants, TypedOnesVanishInWhatTheyAreMultipliedTo) {
  const auto with = [](const std::string& params, const std::string& type) {
    return warnings_of("name: a\ngrid: [8]\ntype: " + type + "\nfields: {u: {}}\nparams:\n" + params +
                       "update:\n  - u: u + k*l*u[1]\n");
  };
  const std::string typed = "  k: {value: 1e-4, type: float16}\n  l: {value: 1e-5, type: float16}\n";
  EXPECT_EQ(with(typed, "float16"), std::vector<std::string>{"RG0335 1.0015242e-09 becomes 0 in float16"});
  const std::string large = "  k: {value: 1000, type: float16}\n  l: {value: 100, type: float16}\n";
  EXPECT_EQ(with(large, "float16"), std::vector<std::string>{"RG0337 100000 is infinite in float16"});
  EXPECT_EQ(with("  k: 1e-4\n  l: 1e-5\n", "float16"), std::vector<std::string>{"RG0335 1e-09 becomes 0 in float16"});
  EXPECT_EQ(with("  k: 1e-4\n  l: 1e-5\n", "float32"), std::vector<std::string>{});
}

TEST(Constants, SubnormalOnesVanishWhereTheyAreFlushed) {
  const std::string text = "name: a\ngrid: [8]\nfields: {u: {}}\nupdate:\n  - u: u + 1e-40*u[1]\n";
  EXPECT_EQ(warnings_of(text), std::vector<std::string>{});
  EXPECT_EQ(
      warnings_of("subnormals: flush\n" + text),
      std::vector<std::string>{"RG0335 1e-40 counts as 0: it is subnormal in float32, and 'subnormals: flush' is set"});
  EXPECT_EQ(warnings_of("arithmetic: hard\n" + text),
            std::vector<std::string>{
                "RG0335 9.9999461e-41 counts as 0: it is subnormal in float32, which hard blocks treat as zero"});
}

TEST(Constants, CoefficientsOfFusedSumsAreConstants) {
  EXPECT_EQ(warnings_of("name: a\ngrid: [8]\nfields: {u: {}}\nupdate:\n  - u: sum(1e-30*(1e-30*u), u[1], u[-1])\n"),
            std::vector<std::string>{"RG0335 1.00000001e-60 becomes 0 in float32"});
}

TEST(Constants, OfOnePlaceAreOneWarning) {
  Diagnostics diagnostics;
  const std::string weights = "params: {w: [0.5, 0.001, 0.0004, 0.0016]}\n";
  EXPECT_TRUE(load_text(program(weights, "\"add(i in 0..3: w[i]*u[i])\""), "a.yaml", {}, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U) << diagnostics.render();
  EXPECT_EQ(diagnostics.all()[0].message, "0.0004 becomes 0 in fixed<16,8>");
  EXPECT_EQ(diagnostics.all()[0].notes.back(), "the same applies to 2 other numbers written out here");
}

/// In a list the largest number says what is small.
TEST(Constants, OfAListAreJudgedByItsLargest) {
  const auto list = [](const std::string& values) {
    return warnings_of(program("params: {k: {values: " + values + "}}\n", "u + k*u[1]"));
  };
  EXPECT_EQ(list("[0.003, 1]"), std::vector<std::string>{});
  EXPECT_EQ(list("[0.003, 0.01]"),
            std::vector<std::string>{"RG0336 0.003 becomes 0.00390625 in fixed<16,8>, 30 % off"});
  EXPECT_EQ(list("[1e-4, 1]"), std::vector<std::string>{"RG0335 0.0001 becomes 0 in fixed<16,8>"});
}

TEST(Constants, AreCoarseAbove5Percent) {
  const auto of = [](const std::string& number) { return warnings_of(program("", "u + " + number + "*u[1]")); };
  EXPECT_EQ(of("0.003"), std::vector<std::string>{"RG0336 0.003 becomes 0.00390625 in fixed<16,8>, 30 % off"});
  EXPECT_EQ(of("0.1"), std::vector<std::string>{});
  EXPECT_EQ(of("0.0374"), std::vector<std::string>{});  // 4.4 %
  EXPECT_EQ(of("0.0371"), std::vector<std::string>{"RG0336 0.0371 becomes 0.03515625 in fixed<16,8>, 5 % off"});
}

/// The type that the note proposes is tried: it holds the number, and is no smaller than it has to be.
TEST(Constants, ProposedTypesHoldTheNumber) {
  struct Case {
    const char* number;
    spec::Type type;
    const char* proposed;
  };
  const std::vector<Case> cases = {
      {"0.001", spec::Type::fixed_of(16, 8), "fixed<23,15> float32"},
      {"-1e-9", spec::Type::float_of(5, 10), "float<6,10> float32"},
      {"1e-46", spec::Type::float_of(8, 23), "float<9,23> float64"},
      {"1e-330", spec::Type::float_of(11, 52), ""},
      {"1e39", spec::Type::float_of(8, 23), "float<9,23> float64"},
      {"1e-30", spec::Type::fixed_of(16, 8), "float32"},
      {"1000", spec::Type::uint_of(8), "uint<10> float32"},
      {"0.5", spec::Type::uint_of(8), "float32"},
      {"200", spec::Type::ufixed_of(8, 8), "ufixed<16,8> float32"},
  };
  for (const Case& c : cases) {
    const Exact value = *signed_number(c.number);
    std::string names;
    for (const spec::Type& type : types_that_hold(value, c.type, FlushedBy::kNothing)) {
      names += (names.empty() ? "" : " ") + type.name();
      EXPECT_EQ(loss_of(value, type, FlushedBy::kNothing, abs(value)).kind, Loss::Kind::kNone) << type.name();
    }
    EXPECT_EQ(names, c.proposed) << c.number << " in " << c.type.name();
  }
}

TEST(Constants, WarningsCanBeErrorsAndOff) {
  const std::string text = program("", "u + 0.001*u[1]");
  Diagnostics strict;
  strict.set_policy({{}, true});
  EXPECT_FALSE(load_text(text, "a.yaml", {}, strict).ok());
  EXPECT_EQ(warnings_of("no_warn: [vanishing-constant]\n" + text), std::vector<std::string>{});
}

}  // namespace
}  // namespace rtlgen::frontend

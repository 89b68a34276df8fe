// Expressions: precedence, typing and what nodes they become.
#include <gtest/gtest.h>

#include <algorithm>

#include "frontend/expr/types.hpp"
#include "frontend/frontend.hpp"
#include "frontend/schema/words.hpp"
#include "spec/describe.hpp"
#include "spec/operations.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

using spec::Op;

/// A description with fields of many types; `line` is assigned to a field of `type`.
Result<spec::Stencil> load(const std::string& type, const std::string& line, Diagnostics& diagnostics,
                           const std::string& params = "{}") {
  const std::string text = "name: demo\ngrid: [8, 8]\nfields:\n  out: {type: \"" + type +
                           "\"}\n  f: {}\n  d: {type: float64}\n  h: {type: float16}\n"
                           "  i: {type: int16}\n  j: {type: int32}\n  u: {type: uint8}\n  b: {type: uint<1>}\n"
                           "  sink: {}\n"
                           "params: " +
                           params +
                           "\nupdate:\n"
                           "  - sink: f + float32(d) + h + float32(i) + float32(j) + float32(u) + float32(b)\n"
                           "  - out: \"" +
                           line + "\"\n";
  return load_text(text, "test.yaml", {}, diagnostics);
}

std::string lowered(const std::string& type, const std::string& line, const std::string& params = "{}") {
  Diagnostics diagnostics;
  const auto stencil = load(type, line, diagnostics, params);
  if (!stencil) return diagnostics.render();
  return spec::to_text(*stencil, stencil->stages.back().root);
}

std::string code_of(const std::string& type, const std::string& line) {
  Diagnostics diagnostics;
  if (load(type, line, diagnostics).ok()) return "";
  return to_string(diagnostics.all().front().code);
}

TEST(Expression, PrecedenceIsThatOfC) {
  EXPECT_EQ(lowered("float32", "f - f[1,0] - f[0,1] * 2 / 3"), "f - f[1,0] - f[0,1] * 2.0 / 3.0");
  EXPECT_EQ(lowered("float32", "f - (f[1,0] - f[0,1])"), "f - (f[1,0] - f[0,1])");
  EXPECT_EQ(lowered("uint<1>", "b | b ^ b & j == i << 1 + 1"), "b | b ^ b & j == int32(i << 2)");
  EXPECT_EQ(lowered("float32", "-f * f"), "-f * f");
  EXPECT_EQ(lowered("float32", "-(f * f) - -f"), "-(f * f) - -f");
}

TEST(Expression, BitwiseAndShifts) {
  EXPECT_EQ(lowered("int32", "j | j ^ j & j << 2 + 1"), "j | j ^ j & j << 3");
  EXPECT_EQ(lowered("int32", "j >> u"), "j >> u");
  EXPECT_EQ(lowered("uint8", "~u & 0x0f"), "~u & 15");
}

TEST(Expression, ConditionsAndComparisons) {
  EXPECT_EQ(lowered("float32", "f > 0 && !(d >= 1) || i != 3 ? f : -f"), "0.0 < f && !(1.0 <= d) || i != 3 ? f : -f");
  EXPECT_EQ(lowered("uint<1>", "f < h"), "f < float32(h)");
  EXPECT_EQ(lowered("float32", "f > 0 ? 1 : f < 0 ? -1 : 0"), "0.0 < f ? 1.0 : f < 0.0 ? -1.0 : 0.0");
  EXPECT_EQ(lowered("uint8", "b ? u : 0"), "b ? u : 0");
}

TEST(Expression, MixingWidensToTheTypeThatHoldsBoth) {
  EXPECT_EQ(lowered("float64", "h + f * d"), "float64(h) + float64(f) * d");
  EXPECT_EQ(lowered("float64", "h + f"), "float64(float32(h) + f)");
  EXPECT_EQ(lowered("int32", "i + j"), "int32(i) + j");
  EXPECT_EQ(lowered("int8", "i + j"), "int8(int32(i) + j)") << "integers wrap when assigned";
  EXPECT_EQ(code_of("float16", "f"), "RG0307");
  EXPECT_EQ(code_of("uint16", "i"), "RG0307");
  EXPECT_EQ(code_of("int32", "i + u"), "RG0307");
  EXPECT_EQ(code_of("float32", "f + i"), "RG0307");
}

TEST(Expression, LiteralsTakeTheTypeTheyMeetAndRoundOnce) {
  EXPECT_EQ(lowered("float64", "d * 0.1"), "d * 0.1");
  EXPECT_EQ(lowered("float32", "f * (1/3)"), "f * 0.33333334");
  EXPECT_EQ(lowered("float64", "f * 0.1"), "float64(f * 0.1)") << "0.1 meets f first";
  EXPECT_EQ(lowered("int16", "i + 10 / 5"), "i + 2");
  EXPECT_EQ(code_of("int16", "i + 1 / 2"), "RG0309");
  EXPECT_EQ(code_of("int16", "i + 40000"), "RG0309");
  EXPECT_EQ(lowered("float32", "b ? 1 : 0.5"), "b ? 1.0 : 0.5");
  EXPECT_EQ(lowered("float32", "f * (b ? 1 : 0.5) + (b ? 2 : 3) * 2"), "f * (b ? 1.0 : 0.5) + (b ? 2.0 : 3.0) * 2.0");
}

TEST(Expression, ParamsAreExactUnlessTyped) {
  // 0.1 + 0.2 is exactly 0.3; through float32 it is not the float64 nearest to 0.3.
  EXPECT_EQ(lowered("float64", "d * k", "{a: 0.1, c: 0.2, k: a + c}"), "d * 0.3");
  EXPECT_EQ(lowered("float64", "d * k", "{k: {value: 0.1, type: float32}}"), "d * 0.10000000149011612");
  EXPECT_EQ(lowered("float32", "f * k", "{k: {value: 0.1, runtime: true}}"), "f * k");
  EXPECT_EQ(lowered("float32", "f * sqrt(2)"), "f * 1.4142135");
}

TEST(Expression, CastsSayWhatIsMeant) {
  EXPECT_EQ(lowered("float32", "float32(i) + float32(d)"), "float32(i) + float32(d)");
  EXPECT_EQ(lowered("int<12>", "int<12>(f)"), "int<12>(f)");
  EXPECT_EQ(lowered("int8", "int8(-2.7)"), "-2");
  EXPECT_EQ(lowered("float32", "float32(f)"), "f");
  EXPECT_EQ(lowered("float16", "float16(0.1) + h"), "0.099975586 + h");
}

TEST(Expression, FunctionsTakeTheirArgumentsLeftToRight) {
  EXPECT_EQ(lowered("float32", "min(f, f[1,0], f[0,1], 2)"), "min(min(min(f, f[1,0]), f[0,1]), 2.0)");
  EXPECT_EQ(lowered("float32", "max(1, f, 2)"), "max(max(1.0, f), 2.0)");
  EXPECT_EQ(lowered("float32", "abs(f) + sqrt(f) + fma(f, 2, h)"), "abs(f) + sqrt(f) + fma(f, 2.0, float32(h))");
  EXPECT_EQ(lowered("uint8", "abs(u)"), "u");
  EXPECT_EQ(lowered("float32", "f * max(1, 2.5)"), "f * 2.5");
}

/// The expression of one operation on `a`, for a line that assigns a value of the type of `a`.
std::string one_operation(const Operation& row) {
  std::string out;
  if (row.form == Form::kFunction) {
    const std::size_t least = row.fuses == spec::Fuses::kProducts ? 2 : row.least;
    for (std::size_t i = 0; i < least; ++i) out += (out.empty() ? "a" : ", a");
    out = std::string(row.symbol) + "(" + out + ")";
  } else {
    out = (row.form == Form::kBinary ? "a " : "") + std::string(row.symbol) + " a";
  }
  return row.typing == Typing::kComparison || row.typing == Typing::kLogical ? out + " ? a : a" : out;
}

/// docs/reference.md has a table of it.
TEST(Expression, OperationsTakeTheTypesOfTheReference) {
  for (const char* const name : {"float32", "float64", "int16", "uint16", "uint<1>", "fixed<18,12>"}) {
    const Expected<spec::Type> type = parse_type(name);
    ASSERT_TRUE(type);
    for (const Operation& row : operations()) {
      if (row.form != Form::kFunction && row.form != Form::kBinary && row.form != Form::kPrefix) continue;
      Diagnostics diagnostics;
      const bool accepted = load_text("name: n\ngrid: [8]\nfields: {a: {type: \"" + std::string(name) +
                                          "\"}}\nupdate:\n  - a: \"" + one_operation(row) + "\"\n",
                                      "n.yaml", {}, diagnostics)
                                .ok();
      EXPECT_EQ(accepted, takes(row.operands, *type)) << name << ": " << one_operation(row) << diagnostics.render();
    }
  }
}

TEST(Expression, NamesThatAreAlwaysThere) {
  EXPECT_EQ(lowered("int32", "x + nx * y + ny + step"), "x + nx * y + ny + step");
  EXPECT_EQ(lowered("int32", "x + z + nz"), "x + 0 + 1") << "missing axes have one cell";
}

TEST(Expression, OffsetsAreConstantExpressions) {
  EXPECT_EQ(lowered("float32", "f[-r, 2*r - 1] + f[+1, 0x2]", "{r: 3}"), "f[-3,5] + f[1,2]");
}

TEST(Expression, IdenticalNodesAreShared) {
  Diagnostics diagnostics;
  const auto stencil = load("float32", "(f + h) * (f + h) + (f + h)", diagnostics);
  ASSERT_TRUE(stencil.ok()) << diagnostics.render();
  const spec::Node& root = stencil->nodes[stencil->stages.back().root];
  const spec::Node& product = stencil->nodes[root.args[0]];
  EXPECT_EQ(product.args[0], product.args[1]);
  EXPECT_EQ(product.args[0], root.args[1]);
}

TEST(Expression, NothingDeadIsLeft) {
  Diagnostics diagnostics;
  const auto stencil = load("float64", "d * k", diagnostics, "{k: {value: 0.5, type: float16}}");
  ASSERT_TRUE(stencil.ok()) << diagnostics.render();
  IndexVector<spec::NodeId, bool> used(stencil->nodes.size());
  for (const spec::Stage& stage : stencil->stages) used[stage.root] = true;
  for (const spec::Node& node : stencil->nodes) {
    for (const spec::NodeId arg : node.args) used[arg] = true;
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), false), 0);
}

TEST(Expression, PlacesAreExactInEveryStyleOfScalar) {
  struct Case {
    const char* update;
    int line;
    int column;
  };
  const Case all[] = {
      {"  - t: t + oops", 6, 12},
      {"  - t: \"t + oops\"", 6, 13},
      {"  - t: 't + oops'", 6, 13},
      {"  - t: \"t \\u002b oops\"", 6, 18},
      {"  - t: |\n      t +\n      oops", 8, 7},
      {"  - t: >\n      t +\n\n      oops", 9, 7},
      {"  - t: t +\n      oops", 7, 7},
      {"  - t: {expr: \"t +  oops\"}", 6, 21},
  };
  for (const Case& c : all) {
    Diagnostics diagnostics;
    const std::string text = std::string("name: demo\ngrid: [8]\nfields:\n  t: {}\nupdate:\n") + c.update + "\n";
    EXPECT_FALSE(load_text(text, "f", {}, diagnostics).ok());
    ASSERT_FALSE(diagnostics.all().empty());
    const SourceLocation& where = diagnostics.all()[0].where;
    EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0303") << c.update;
    EXPECT_EQ(where.line, c.line) << c.update;
    EXPECT_EQ(where.column, c.column) << c.update;
    EXPECT_EQ(where.length, 4) << c.update;
  }
}

TEST(Expression, NodesKnowTheirPlace) {
  Diagnostics diagnostics;
  const auto stencil =
      load_text("name: demo\ngrid: [8]\nfields:\n  t: {}\nupdate:\n  - t: t[1] * 0.5 + t\n", "f", {}, diagnostics);
  ASSERT_TRUE(stencil.ok());
  const spec::Node& root = stencil->nodes[stencil->stages[spec::StageId(0)].root];
  EXPECT_EQ(root.where, (SourceLocation{"f", 6, 19, 1}));
  EXPECT_EQ(stencil->nodes[root.args[0]].where, (SourceLocation{"f", 6, 13, 1}));
}

TEST(Expression, LongChainsNeedNoStack) {
  std::string line = "f";
  for (int i = 0; i < 40000; ++i) line += " + f";
  Diagnostics diagnostics;
  EXPECT_TRUE(load("float32", line, diagnostics).ok()) << diagnostics.render();
}

}  // namespace
}  // namespace rtlgen::frontend

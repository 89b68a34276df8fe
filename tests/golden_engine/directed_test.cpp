// The rules of docs/language.md by example: results worked out by hand, through the frontend.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "golden/ignored.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using golden::Grid;
using Bits = std::vector<std::uint64_t>;

spec::Stencil load(const std::string& yaml) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(yaml, "directed.yaml", {}, diagnostics);
  if (!stencil) throw std::runtime_error(diagnostics.render());
  return *std::move(stencil);
}

/// Bits of `field` after `iterations`; `inputs` by name, every other field zero.
Bits run(const std::string& yaml, const std::map<std::string, Bits>& inputs, const std::string& field,
         std::int64_t iterations = 1) {
  const spec::Stencil s = load(yaml);
  std::map<int, Grid> grids;
  Bits params;
  for (const spec::Param& p : s.params) params.push_back(p.value);
  for (const spec::ArrayId a : s.arrays.ids()) {
    if (!s.first_stream(a).valid()) continue;
    Grid grid(s.arrays[a].type, s.grid);
    const auto found = inputs.find(s.arrays[a].name);
    if (found != inputs.end()) {
      EXPECT_EQ(static_cast<std::int64_t>(found->second.size()), grid.cells());
      for (std::int64_t i = 0; i < grid.cells(); ++i)
        grid.set(i, found->second[static_cast<std::size_t>(i)] & grid.type.mask());
    }
    grids.emplace(a.index(), grid);
  }
  for (const auto& [array, grid] : golden::run(s, s.grid, grids, iterations, params)) {
    if (s.arrays[spec::ArrayId(array)].name != field) continue;
    Bits out;
    for (std::int64_t i = 0; i < grid.cells(); ++i) out.push_back(grid.get(i));
    return out;
  }
  throw std::runtime_error("no such result");
}

std::string line1d(int n, const std::string& type, const std::string& boundary, const std::string& expression) {
  return "name: d\ngrid: [" + std::to_string(n) + "]\ntype: " + type + "\nfields:\n  a: {boundary: " + boundary +
         "}\n  q: {}\nupdate:\n  - q: \"" + expression + "\"\n";
}

/// `q: expression` for one cell of two operands.
std::uint64_t single(const std::string& type, const std::string& result, const std::string& expression, std::uint64_t a,
                     std::optional<std::uint64_t> b = {}, const std::string& more = "") {
  const std::string typed = ": {type: \"" + type + "\"}\n";
  return run("name: d\ngrid: [1]\n" + more + "fields:\n  a" + typed + (b ? "  b" + typed : "") + "  q: {type: \"" +
                 result + "\"}\nupdate:\n  - q: \"" + expression + "\"\n",
             {{"a", {a}}, {"b", {b.value_or(0)}}}, "q")[0];
}

std::uint64_t f32(float x) { return std::bit_cast<std::uint32_t>(x); }
constexpr std::uint64_t kNan = 0x7fc00000;
constexpr std::uint64_t kPayload = 0xffa12345;  // negative, signalling, with a payload
const float kInf = std::numeric_limits<float>::infinity();

// ---------------------------------------------------------------- tables and sources

TEST(Tables, HoldTheirFirstAndLastValueBeyondTheirEnds) {
  const std::pair<const char*, Bits> tables[] = {
      {"uint8", {1, 2, 3}}, {"int16", {1, 2, 3}}, {"float32", {f32(1), f32(2), f32(3)}}, {"uint64", {1, 2, 3}}};
  for (const int width : {3, 8, 13, 16, 32, 40, 64}) {
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - width);
    const Bits places{0, 1, 2, 3, all >> 1, all - (all >> 1), all};
    for (const auto& [type, values] : tables) {
      for (const std::string sign : {"", "u"}) {
        const std::string yaml = "name: d\ngrid: [7]\nfields:\n  a: {type: \"" + sign + "int<" + std::to_string(width) +
                                 ">\"}\n  q: {type: " + type + "}\ntables: {t: {type: " + type +
                                 ", values: [1, 2, 3]}}\nupdate:\n  - q: t[a]\n";
        Bits expected;
        for (const std::uint64_t place : places)
          expected.push_back(sign.empty() && place > all >> 1 ? values[0] : values[std::min<std::uint64_t>(place, 2)]);
        EXPECT_EQ(run(yaml, {{"a", places}}, "q"), expected) << yaml;
      }
    }
  }
}

/// A source adds nothing at other cells, or after its values are over: -0 stays -0.
TEST(Sources, AddAtOneCellWhileTheyLast) {
  const std::string yaml =
      "name: d\ngrid: [3]\nfields: {a: {}}\nsources:\n  - {at: [1], field: a, values: [0.5, 2]}\nupdate:\n  - a: a\n";
  const Bits start{f32(-0.0F), f32(1), f32(4)};
  EXPECT_EQ(run(yaml, {{"a", start}}, "a", 1), (Bits{f32(-0.0F), f32(1.5), f32(4)}));
  EXPECT_EQ(run(yaml, {{"a", start}}, "a", 2), (Bits{f32(-0.0F), f32(3.5), f32(4)}));
  EXPECT_EQ(run(yaml, {{"a", start}}, "a", 9), (Bits{f32(-0.0F), f32(3.5), f32(4)}));
}

// ---------------------------------------------------------------- cells that do not matter

std::int64_t marked(const std::string& yaml, std::int64_t iterations, const std::string& field) {
  const spec::Stencil s = load(yaml);
  for (const auto& [array, mask] : golden::ignored(s, s.grid, iterations)) {
    if (s.arrays[spec::ArrayId(array)].name == field) return std::count(mask.begin(), mask.end(), 1);
  }
  return -1;
}

TEST(Ignored, TheBorderMovesInwardsByTheReachOfEveryStep) {
  const std::string yaml =
      "name: d\ngrid: [30, 20]\ntype: uint8\nfields: {a: {}}\nupdate:\n"
      "  - a: {expr: \"a[-1,0] + a[1,0] + a[0,-2] + a[0,2]\", border: ignore}\n";
  for (std::int64_t k = 1; k <= 12; ++k) {
    const std::int64_t inside = std::max<std::int64_t>(30 - 2 * k, 0) * std::max<std::int64_t>(20 - 4 * k, 0);
    EXPECT_EQ(marked(yaml, k, "a"), 600 - inside) << k;
  }
}

TEST(Ignored, WhatIsMadeFromItIsIgnoredToo) {
  const std::string head =
      "name: d\ngrid: [10]\ntype: uint8\nfields: {a: {boundary: edge}, b: {}}\nupdate:\n"
      "  - d: {expr: \"a[-1]\", border: ignore, boundary: edge}\n  - b: ";
  EXPECT_EQ(marked(head + "d\n  - a: a\n", 1, "b"), 1);
  EXPECT_EQ(marked(head + "d[-2]\n  - a: a\n", 1, "b"), 3);                   // through the edge as well
  EXPECT_EQ(marked(head + "\"d[-2; constant(1)]\"\n  - a: a\n", 1, "b"), 1);  // a constant matters
  EXPECT_EQ(marked(head + "\"d[1; wrap]\"\n  - a: a\n", 1, "b"), 1);
  EXPECT_EQ(marked(head + "\"a > 3 ? a : d\"\n  - a: a\n", 1, "b"), 1);  // both sides count
  EXPECT_EQ(marked(head + "d\n  - a: a\n", 1, "a"), 0);
}

/// A choice by place is well defined, whatever stands on its other side.
TEST(Ignored, AGuardOfCoordinatesStopsIt) {
  const std::string head =
      "name: d\ngrid: [10]\ntype: uint8\nfields: {a: {}, b: {}}\nparams: {p: {value: 1, runtime: true}}\nupdate:\n"
      "  - d: {expr: \"a[-1] + a[1]\", border: ignore}\n  - a: a + p\n  - b: \"";
  EXPECT_EQ(marked(head + "d\"\n", 1, "b"), 2);
  EXPECT_EQ(marked(head + "x > 0 ? d : a\"\n", 1, "b"), 1);
  EXPECT_EQ(marked(head + "x > 0 && x < nx - 1 ? d : a\"\n", 1, "b"), 0);
  EXPECT_EQ(marked(head + "x == 0 || x + 1 == nx ? 7 : d + 1\"\n", 1, "b"), 0);
  EXPECT_EQ(marked(head + "(x > 0 ? (x < 9 ? d : a) : a) + a\"\n", 1, "b"), 0);
  EXPECT_EQ(marked(head + "(x < 5 ? d : a) + (x < 5 ? a : d)\"\n", 1, "b"), 2) << "the side that is taken counts";
  EXPECT_EQ(marked(head + "x > 0 && p > 0 ? d : a\"\n", 1, "b"), 2) << "a register is not known";
  EXPECT_EQ(marked(head + "x > 0 && a > 0 ? d : a\"\n", 1, "b"), 2) << "nor is a field";
  EXPECT_EQ(marked(head + "x > 0 && step < 9 ? d : a\"\n", 1, "b"), 2) << "nor is the step";
}

/// A condition whose parts are shared: 60 times h ^ (h << 1), which is 0 where x is. Read as a tree it has 2^60 values.
TEST(Ignored, ASharedConditionIsEvaluatedOnceACell) {
  spec::Stencil s = load(
      "name: d\ngrid: [10]\ntype: uint8\nfields: {a: {}, b: {}}\nupdate:\n"
      "  - d: {expr: \"a[-1] + a[1]\", border: ignore}\n  - b: \"x > 0 ? d : a\"\n  - a: a\n");
  const auto last = std::find_if(s.stages.begin(), s.stages.end(),
                                 [&](const spec::Stage& stage) { return s.nodes[stage.root].op == spec::Op::kSelect; });
  ASSERT_NE(last, s.stages.end());
  const auto add = [&](spec::Node node) { return s.nodes.push_back(std::move(node)); };
  spec::Node choice = s.nodes[last->root];
  const auto x = std::find_if(s.nodes.begin(), s.nodes.end(),
                              [](const spec::Node& node) { return node.op == spec::Op::kCoordinate; });
  ASSERT_NE(x, s.nodes.end());
  spec::Node node;
  const spec::Type type = node.type = x->type;
  spec::NodeId h(x - s.nodes.begin());
  node.bits = 1;
  const spec::NodeId one = add(node);
  const auto operation = [&](spec::Op op, spec::NodeId left, spec::NodeId right) {
    spec::Node made;
    made.op = op;
    made.type = type;
    made.args = {left, right};
    return add(made);
  };
  for (int level = 0; level < 60; ++level) h = operation(spec::Op::kBitXor, h, operation(spec::Op::kShl, h, one));
  choice.args[0] = h;
  last->root = add(choice);
  const golden::Masks masks = golden::ignored(s, s.grid, 1);
  std::int64_t open = 0;
  for (const auto& [array, mask] : masks) {
    if (s.arrays[spec::ArrayId(array)].name == "b") open = std::count(mask.begin(), mask.end(), 1);
  }
  EXPECT_EQ(open, 1);
}

TEST(Ignored, AlongAnAxisThatWrapsThereIsNoOutside) {
  const auto yaml = [](const char* border) {
    return std::string(
               "name: d\ngrid: [4, 3]\ntype: uint8\nfields: {a: {boundary: {x: wrap}}}\nupdate:\n  - a: {expr: "
               "\"a[1,1]\", border: ") +
           border + "}\n";
  };
  EXPECT_EQ(marked(yaml("ignore"), 1, "a"), 4);
  const Bits kept = run(yaml("keep"), {{"a", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}, "a");
  EXPECT_EQ(kept, (Bits{5, 6, 7, 4, 9, 10, 11, 8, 8, 9, 10, 11}));
}

TEST(Ignored, NothingWithoutTheWord) {
  const spec::Stencil s = load("name: d\ngrid: [9]\nfields: {a: {}}\nupdate:\n  - a: {expr: \"a[1]\", border: keep}\n");
  EXPECT_TRUE(golden::ignored(s, s.grid, 3).empty());
}

// ---------------------------------------------------------------- boundaries

TEST(Boundaries, OfASingleRead) {
  const Bits a{1, 2, 3, 4};
  EXPECT_EQ(run(line1d(4, "uint8", "edge", "a[-1; wrap]"), {{"a", a}}, "q"), (Bits{4, 1, 2, 3}));
  EXPECT_EQ(run(line1d(4, "uint8", "wrap", "a[1; x=constant(2*5)]"), {{"a", a}}, "q"), (Bits{2, 3, 4, 10}));
  EXPECT_EQ(run(line1d(4, "uint8", "wrap", "a[-1; reflect] + 10*a[-1] + 100*a[-1; edge]"), {{"a", a}}, "q"),
            (Bits{142, 111, 222, (333) & 255}));
}

TEST(Boundary, OneAxisAsNumpyPads) {
  const Bits cells{10, 11, 12, 13};
  // Read three to the left: cells -3 .. 0.
  EXPECT_EQ(run(line1d(4, "int32", "edge", "a[-3]"), {{"a", cells}}, "q"), (Bits{10, 10, 10, 10}));
  EXPECT_EQ(run(line1d(4, "int32", "reflect", "a[-3]"), {{"a", cells}}, "q"), (Bits{13, 12, 11, 10}));
  EXPECT_EQ(run(line1d(4, "int32", "symmetric", "a[-3]"), {{"a", cells}}, "q"), (Bits{12, 11, 10, 10}));
  EXPECT_EQ(run(line1d(4, "int32", "{constant: 7}", "a[-3]"), {{"a", cells}}, "q"), (Bits{7, 7, 7, 10}));
  // And to the right: cells 3 .. 6.
  EXPECT_EQ(run(line1d(4, "int32", "edge", "a[3]"), {{"a", cells}}, "q"), (Bits{13, 13, 13, 13}));
  EXPECT_EQ(run(line1d(4, "int32", "reflect", "a[3]"), {{"a", cells}}, "q"), (Bits{13, 12, 11, 10}));
  EXPECT_EQ(run(line1d(4, "int32", "symmetric", "a[3]"), {{"a", cells}}, "q"), (Bits{13, 13, 12, 11}));
  EXPECT_EQ(run(line1d(4, "int32", "{constant: 7}", "a[3]"), {{"a", cells}}, "q"), (Bits{13, 7, 7, 7}));
}

TEST(Boundary, FoldsAgainWhereTheOffsetIsLarger) {
  EXPECT_EQ(run(line1d(1, "int32", "reflect", "a[-5]"), {{"a", {10}}}, "q"), (Bits{10}));
  EXPECT_EQ(run(line1d(1, "int32", "symmetric", "a[65535]"), {{"a", {10}}}, "q"), (Bits{10}));
  // Two cells a b reflect to .. a b a b a b .., and are symmetric as .. b a a b b a a b ..
  EXPECT_EQ(run(line1d(2, "int32", "reflect", "a[5]"), {{"a", {10, 11}}}, "q"), (Bits{11, 10}));
  EXPECT_EQ(run(line1d(2, "int32", "reflect", "a[-4]"), {{"a", {10, 11}}}, "q"), (Bits{10, 11}));
  EXPECT_EQ(run(line1d(2, "int32", "symmetric", "a[2]"), {{"a", {10, 11}}}, "q"), (Bits{11, 10}));
  EXPECT_EQ(run(line1d(2, "int32", "symmetric", "a[-3]"), {{"a", {10, 11}}}, "q"), (Bits{11, 11}));
  EXPECT_EQ(run(line1d(3, "int32", "reflect", "a[-7]"), {{"a", {10, 11, 12}}}, "q"), (Bits{11, 12, 11}));
}

TEST(Boundary, MixedByAxis) {
  const std::string yaml =
      "name: d\ngrid: [3, 2]\ntype: int32\nfields:\n  a: {boundary: {x: reflect, y: {constant: "
      "9}}}\n  q: {}\n"
      "update:\n  - q: a[-1,-1]\n";
  EXPECT_EQ(run(yaml, {{"a", {1, 2, 3, 4, 5, 6}}}, "q"), (Bits{9, 9, 9, 2, 1, 2}));
}

TEST(Boundary, TheFirstAxisWithAConstantApplies) {
  const std::string yaml =
      "name: d\ngrid: [2, 2]\ntype: int32\nfields:\n  a: {boundary: {x: {constant: 7}, y: "
      "{constant: 9}}}\n  q: {}\n"
      "update:\n  - q: a[-1,-1]\n";
  EXPECT_EQ(run(yaml, {{"a", {1, 2, 3, 4}}}, "q"), (Bits{7, 9, 7, 1}));
}

TEST(Boundary, KeepLeavesCellsThatReadOutside) {
  const std::string yaml =
      "name: d\ngrid: [4, 3]\ntype: int32\nfields:\n  a: {}\n"
      "update:\n  - a: {expr: \"a[-1,0] + a[0,1] + 100\", border: keep}\n";
  EXPECT_EQ(run(yaml, {{"a", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}, "a"),
            (Bits{0, 105, 107, 109, 4, 113, 115, 117, 8, 9, 10, 11}));
}

TEST(Boundary, KeepWithAReachBeyondTheGridKeepsAll) {
  const std::string yaml =
      "name: d\ngrid: [3]\ntype: int32\nfields:\n  a: {}\nupdate:\n  - a: {expr: \"a[5] + 1\", "
      "border: keep}\n";
  EXPECT_EQ(run(yaml, {{"a", {4, 5, 6}}}, "a", 3), (Bits{4, 5, 6}));
}

// ---------------------------------------------------------------- lines and names

TEST(Lines, SeeWhatEarlierLinesAssigned) {
  const std::string yaml =
      "name: d\ngrid: [3]\ntype: int32\nfields:\n  a: {}\n  b: {}\n"
      "update:\n  - t: a[1] * 2\n  - a: a + t[-1]\n  - b: a - b[-1]\n";
  const std::map<std::string, Bits> start{{"a", {1, 2, 3}}, {"b", {10, 20, 30}}};
  EXPECT_EQ(run(yaml, start, "a"), (Bits{5, 6, 9}));
  EXPECT_EQ(run(yaml, start, "b"), (Bits{0xfffffffbU, 0xfffffffcU, 0xfffffff5U}));
  EXPECT_EQ(run(yaml, start, "a", 2), (Bits{17, 18, 27}));
}

TEST(Lines, CoordinatesExtentsAndStep) {
  const std::string yaml =
      "name: d\ngrid: [3, 2]\ntype: int32\nfields:\n  a: {}\nupdate:\n  - a: a*0 + x + 10*y + "
      "100*nx + 1000*ny + 10000*step\n";
  EXPECT_EQ(run(yaml, {}, "a", 2), (Bits{12300, 12301, 12302, 12310, 12311, 12312}));
}

TEST(Lines, ACopyOfALongRow) {
  constexpr int n = 1537;  // three segments and one cell
  Bits cells, expected;
  for (int i = 0; i < n; ++i) cells.push_back(static_cast<std::uint64_t>(i));
  for (int i = 0; i < n; ++i) expected.push_back(static_cast<std::uint64_t>(std::max(0, i - 700)));
  EXPECT_EQ(run(line1d(n, "uint16", "edge", "a[-700]"), {{"a", cells}}, "q"), expected);
}

// ---------------------------------------------------------------- arithmetic

TEST(Floats, EveryNanIsTheQuietOne) {
  EXPECT_EQ(single("float32", "float32", "a + b", kPayload, f32(1)), kNan);
  EXPECT_EQ(single("float32", "float32", "-a", kPayload), kNan);
  EXPECT_EQ(single("float32", "float32", "-(a*b)", f32(0), f32(kInf)), kNan);
  EXPECT_EQ(single("float32", "float32", "abs(a)", kPayload), kNan);
  EXPECT_EQ(single("float32", "float32", "sqrt(a)", f32(-1)), kNan);
  EXPECT_EQ(single("float32", "float32", "a/b", 0, 0), kNan);
  EXPECT_EQ(single("float32", "float32", "min(a, b)", kPayload, kPayload), kNan);
  EXPECT_EQ(single("float32", "float32", "fma(a, b, a)", f32(kInf), f32(-1)), kNan);
  EXPECT_EQ(single("float32", "float64", "float64(a)", kPayload), 0x7ff8000000000000U);
  EXPECT_EQ(single("float64", "float16", "float16(a)", 0xfff0000000000001U), 0x7e00U);
  EXPECT_EQ(single("float<3,2>", "float<3,2>", "a - b", 0x1c, 0x1c), 0x1eU);
  // An operand of ?: is not an operation: its bits are what it is made of.
  EXPECT_EQ(single("float32", "float32", "b == b ? -(a - a) : a", f32(kInf), 0), kNan);
}

TEST(Floats, MinAndMax) {
  EXPECT_EQ(single("float32", "float32", "min(a, b)", kNan, f32(3)), f32(3));
  EXPECT_EQ(single("float32", "float32", "max(a, b)", f32(3), kPayload), f32(3));
  EXPECT_EQ(single("float32", "float32", "min(a, b)", f32(0.0F), f32(-0.0F)), f32(-0.0F));
  EXPECT_EQ(single("float32", "float32", "max(a, b)", f32(-0.0F), f32(0.0F)), f32(0.0F));
  EXPECT_EQ(single("float32", "float32", "max(a, b)", f32(-kInf), f32(-2)), f32(-2));
  EXPECT_EQ(single("float16", "float16", "min(a, b)", 0x0000, 0x8000), 0x8000U);
}

TEST(Floats, DivisionByZeroAndComparisons) {
  EXPECT_EQ(single("float32", "float32", "a/b", f32(1), f32(-0.0F)), f32(-kInf));
  EXPECT_EQ(single("float32", "uint<1>", "a == b", kNan, kNan), 0U);
  EXPECT_EQ(single("float32", "uint<1>", "a != b", kNan, kNan), 1U);
  EXPECT_EQ(single("float32", "uint<1>", "a >= b", kNan, f32(1)), 0U);
  EXPECT_EQ(single("float32", "uint<1>", "a == b", f32(0.0F), f32(-0.0F)), 1U);
}

TEST(Floats, EachOperatorRoundsOnce) {
  const float x = 1.0F + 0x1p-12F;  // its square needs more than 24 bits
  EXPECT_EQ(single("float32", "float32", "a*a - b", f32(x), f32(1.0F + 0x1p-11F)), f32(0.0F));
  EXPECT_EQ(single("float32", "float32", "fma(a, a, -b)", f32(x), f32(1.0F + 0x1p-11F)), f32(0x1p-24F));
  // 2049 lies between two numbers of float16: to even.
  EXPECT_EQ(single("float16", "float16", "a + b", 0x6800, 0x3c00), 0x6800U);
}

TEST(Floats, Flush) {
  const std::string flush = "subnormals: flush\n";
  EXPECT_EQ(single("float32", "float32", "a + b", 0x80000001U, 0x80000000U, flush), 0x80000000U);
  EXPECT_EQ(single("float32", "float32", "a * b", 0x00800000U, f32(-0.5F), flush), 0x80000000U);
  EXPECT_EQ(single("float32", "float32", "-a", 0x00000001U, {}, flush), 0x80000000U);
  EXPECT_EQ(single("float32", "float32", "max(a, b)", 0x00000001U, 0x80000005U, flush), 0U);
  EXPECT_EQ(single("float32", "float32", "a * b", 0x00800000U, f32(0.5F)), 0x00400000U);
  EXPECT_EQ(single("float16", "float16", "a * b", 0x0400, 0x3800, flush), 0U);
  EXPECT_EQ(single("float16", "float16", "a * b", 0x0400, 0x3800), 0x0200U);
  // Rounded first: just below the smallest normal number rounds up to it and stays.
  EXPECT_EQ(single("float16", "float16", "a * b", 0x0401, 0x3bfe, flush), 0x0400U);
}

TEST(Integers, DivisionRemainderShiftsAndWrapping) {
  EXPECT_EQ(single("int<7>", "int<7>", "a/b", 5, 0), 0x7fU);
  EXPECT_EQ(single("uint<12>", "uint<12>", "a/b", 5, 0), 0xfffU);
  EXPECT_EQ(single("int<7>", "int<7>", "a%b", 0x7b, 0), 0x7bU);
  EXPECT_EQ(single("int<7>", "int<7>", "a/b", 0x40, 0x7f), 0x40U);  // -64 / -1
  EXPECT_EQ(single("int64", "int64", "a/b", std::uint64_t{1} << 63, ~std::uint64_t{0}), std::uint64_t{1} << 63);
  EXPECT_EQ(single("int64", "int64", "a%b", std::uint64_t{1} << 63, ~std::uint64_t{0}), 0U);
  EXPECT_EQ(single("int32", "int32", "a/b", static_cast<std::uint32_t>(-7), 2), static_cast<std::uint32_t>(-3));
  EXPECT_EQ(single("int32", "int32", "a%b", static_cast<std::uint32_t>(-7), 2), static_cast<std::uint32_t>(-1));
  EXPECT_EQ(single("int<7>", "int<7>", "a>>b", 0x40, 9), 0x7fU);
  EXPECT_EQ(single("uint<7>", "uint<7>", "a>>b", 0x40, 9), 0U);
  EXPECT_EQ(single("uint64", "uint64", "a<<b", 3, 64), 0U);
  EXPECT_EQ(single("int<13>", "int<13>", "a>>2", 0x1000), 0x1c00U);
  EXPECT_EQ(single("int<7>", "int<7>", "a<<b", 1, 0x7f), 0U);  // the amount is read unsigned
  EXPECT_EQ(single("uint<1>", "uint<1>", "a + b", 1, 1), 0U);
  EXPECT_EQ(single("int8", "int8", "abs(a)", 0x80), 0x80U);
  EXPECT_EQ(single("uint<33>", "uint<33>", "-a", 1), 0x1ffffffffU);
}

TEST(Casts, TruncateSaturateWrapRound) {
  EXPECT_EQ(single("float32", "int8", "int8(a)", f32(-3.9F)), 0xfdU);
  EXPECT_EQ(single("float32", "int8", "int8(a)", f32(200)), 0x7fU);
  EXPECT_EQ(single("float32", "int8", "int8(a)", f32(-kInf)), 0x80U);
  EXPECT_EQ(single("float32", "uint<5>", "uint<5>(a)", f32(-1)), 0U);
  EXPECT_EQ(single("float32", "uint<5>", "uint<5>(a)", f32(31.99F)), 31U);
  EXPECT_EQ(single("float32", "uint<5>", "uint<5>(a)", f32(32)), 31U);
  EXPECT_EQ(single("float32", "uint64", "uint64(a)", f32(kInf)), ~std::uint64_t{0});
  EXPECT_EQ(single("float32", "int64", "int64(a)", kPayload), 0U);
  EXPECT_EQ(single("int32", "int<5>", "int<5>(a)", 0x2f), 0x0fU);
  EXPECT_EQ(single("int64", "float32", "float32(a)", 0x7fffffffffffffffU), f32(0x1p63F));
  EXPECT_EQ(single("uint64", "float64", "float64(a)", ~std::uint64_t{0}), std::bit_cast<std::uint64_t>(0x1p64));
  EXPECT_EQ(single("float64", "float32", "float32(a)", std::bit_cast<std::uint64_t>(1 + 0x1p-24)), f32(1));
  EXPECT_EQ(single("int<13>", "float16", "float16(a)", 0x1000), 0xec00U);  // -4096
}

TEST(Selection, AndConditions) {
  EXPECT_EQ(single("int32", "int32", "a > b ? a : b", 3, 5), 5U);
  EXPECT_EQ(single("int32", "int32", "a > 0 && !(b > 4) ? 1 : 2", 3, 5), 2U);
  EXPECT_EQ(single("float16", "float16", "a < b ? a : b", 0xfc00, 0x0001), 0xfc00U);
}

}  // namespace
}  // namespace rtlgen::test

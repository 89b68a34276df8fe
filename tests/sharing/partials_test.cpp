// Shared programs have the bits of the originals, need no more than they did, and a rule forgotten
// would be noticed.
#include "analysis/sharing/partials.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/sharing/cost.hpp"
#include "frontend/frontend.hpp"
#include "plan/timing/fold.hpp"
#include "repeats.hpp"
#include "spec/describe.hpp"
#include "spec/reach.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using analysis::SharingFault;

constexpr std::uint64_t kPrograms = 4000;

spec::Stencil parse(const std::string& text) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  RTLGEN_CHECK(stencil.ok(), diagnostics.render());
  return *std::move(stencil);
}

int temporaries(const spec::Stencil& s) {
  int count = 0;
  for (const spec::Array& a : s.arrays) count += a.role == spec::Role::kTemporary ? 1 : 0;
  return count;
}

TEST(Partials, RandomProgramsKeepTheirBits) {
  int shared = 0, temporaries_made = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Case c = case_with_repeats(seed);
    const spec::Stencil out = analysis::share_everything(c.stencil, plan::fold_node, 4);
    spec::validate(out);
    const int made = temporaries(out) - temporaries(c.stencil);
    temporaries_made += made;
    if (made == 0) continue;
    ++shared;
    ASSERT_TRUE(same_bits(c, c.stencil, out)) << "seed " << seed << "\n"
                                              << spec::describe(c.stencil) << spec::describe(out);
  }
  EXPECT_GT(shared, 300);
  EXPECT_GT(temporaries_made, 600);
}

TEST(Partials, SlicesKeepTheBitsOfRandomPrograms) {
  int shared = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Case c = case_with_repeats(seed);
    analysis::SharingWork slices_alone{.whole = 0};
    slices_alone.slices = 200 * static_cast<std::int64_t>(c.stencil.nodes.size());
    const spec::Stencil out = analysis::share_partials(c.stencil, plan::fold_node, SharingFault::kNone, &slices_alone);
    spec::validate(out);
    if (temporaries(out) == temporaries(c.stencil)) continue;
    ++shared;
    EXPECT_LT(analysis::cost_of(out).luts, analysis::cost_of(c.stencil).luts) << seed;
    ASSERT_TRUE(same_bits(c, c.stencil, out)) << "seed " << seed << "\n"
                                              << spec::describe(c.stencil) << spec::describe(out);
  }
  EXPECT_GT(shared, 100);
}

/// Each line the mean of two cells of the line before, in which a product can be shared.
spec::Stencil smoothing_steps(int lines) {
  std::string text =
      "name: steps\ngrid: [64, 64]\ntype: float32\nfields: {a: {boundary: edge}, b: {boundary: edge}}\nupdate:\n";
  for (int i = 0; i < lines; ++i) {
    const std::string last = i == 0 ? "a" : fmt::format("t{}", i - 1);
    text +=
        fmt::format("  - {}: 0.5*{}[-1,0] + 0.5*{}[1,0]\n", i + 1 == lines ? "b" : fmt::format("t{}", i), last, last);
  }
  return parse(text);
}

TEST(Partials, WorkGrowsAsLinesDo) {
  std::int64_t before = 0;
  for (const int lines : {128, 256, 512, 1024}) {
    const spec::Stencil written = smoothing_steps(lines);
    analysis::SharingWork work;
    const spec::Stencil out = analysis::share_partials(written, plan::fold_node, SharingFault::kNone, &work);
    EXPECT_EQ(analysis::cost_of(out).operators.multiplies, lines) << "every product is shared";
    if (before > 0) {
      EXPECT_LT(work.nodes, before * 5 / 2) << lines;
    }
    before = work.nodes;
  }
}

TEST(Partials, WithoutSlicesWorkIsQuadratic) {
  std::vector<std::int64_t> nodes;
  for (const int lines : {16, 32}) {
    analysis::SharingWork work{.whole = 1'000'000'000};
    analysis::share_partials(smoothing_steps(lines), plan::fold_node, SharingFault::kNone, &work);
    nodes.push_back(work.nodes);
  }
  EXPECT_GT(nodes[1], nodes[0] * 3) << "the count would not notice";
}

TEST(Partials, CostsOnlyFall) {
  for (std::uint64_t seed = 0; seed < kPrograms; seed += 5) {
    const Case c = case_with_repeats(seed);
    const spec::Stencil out = analysis::share_partials(c.stencil, plan::fold_node);
    const analysis::Cost before = analysis::cost_of(c.stencil);
    const analysis::Cost after = analysis::cost_of(out);
    EXPECT_LE(after.luts, before.luts) << seed;
    EXPECT_LE(after.operators.total(), before.operators.total()) << seed;
    ASSERT_TRUE(same_bits(c, c.stencil, out)) << "seed " << seed;
  }
}

/// Each rule forgotten changes a bit of some random program.
TEST(Partials, AForgottenRuleIsFound) {
  for (const SharingFault fault :
       {SharingFault::kAnyShiftIsLegal, SharingFault::kConstantsAreKept, SharingFault::kReachIsForgotten}) {
    std::uint64_t seed = 0;
    for (; seed < kPrograms; ++seed) {
      const Case c = case_with_repeats(seed);
      if (!same_bits(c, c.stencil, analysis::share_everything(c.stencil, plan::fold_node, 4, fault))) break;
    }
    EXPECT_LT(seed, kPrograms) << "fault " << static_cast<int>(fault) << " was not noticed";
  }
}

/// Rare in random programs: two axes with different constants, one of them moved along.
TEST(Partials, AConstantThatAppliesTooLateIsFound) {
  Case c;
  c.stencil = parse(
      "name: t\ngrid: [6, 5]\nfields:\n  a: {boundary: {x: {constant: 1}, y: {constant: 2}}}\n  b: {}\n"
      "update:\n  - b: (a[-1,0]/a[1,0]) + (a[-1,1]/a[1,1])\n");
  c.extents = c.stencil.grid;
  Random random(1);
  c.inputs.emplace(0, hard_grid(c.stencil.arrays[spec::ArrayId(0)].type, c.extents, random));
  EXPECT_TRUE(same_bits(c, c.stencil, analysis::share_everything(c.stencil, plan::fold_node, 4)));
  EXPECT_FALSE(same_bits(
      c, c.stencil, analysis::share_everything(c.stencil, plan::fold_node, 4, SharingFault::kEarlierAxesAreForgotten)));
}

struct Sharable {
  const char* what;
  const char* fields;
  const char* line;
  int temporaries;
};

std::string program(const Sharable& s) {
  return fmt::format("name: t\ngrid: [64, 32]\nfields:\n{}update:\n  - {}\nhardware: {{cells_per_cycle: 2}}\n",
                     s.fields, s.line);
}

/// The cases of the ADR, one by one.
TEST(Partials, WhatIsLegal) {
  const Sharable cases[] = {
      {"one axis moved, the other not", "  a: {boundary: edge}\n  b: {}\n", "b: (a[-1,0]/a[1,0]) + (a[-1,1]/a[1,1])",
       1},
      {"moved along the axis it spreads over, clamped", "  a: {boundary: edge}\n  b: {}\n",
       "b: (a[-1,0]/a[1,0]) + (a[0,0]/a[2,0])", 0},
      {"reflected", "  a: {boundary: {x: reflect, y: edge}}\n  b: {}\n", "b: (a[-1,0]/a[1,0]) + (a[0,0]/a[2,0])", 0},
      {"one read, any rule", "  a: {boundary: reflect}\n  b: {}\n", "b: sqrt(a[-1,0]) + sqrt(a[1,1])", 1},
      {"a constant", "  a: {boundary: {constant: 4}}\n  b: {}\n", "b: sqrt(a[-1,0]) + sqrt(a[1,1])", 1},
      {"a constant and the cell's own coordinate", "  a: {boundary: {constant: 4}}\n  b: {}\n",
       "b: sqrt(a[-1,0] + float32(y)) + sqrt(a[1,0] + float32(y))", 0},
      {"a coordinate along an axis that does not move", "  a: {boundary: edge}\n  b: {}\n",
       "b: sqrt(a[-1,0] + float32(y)) + sqrt(a[1,0] + float32(y))", 1},
      {"a coordinate that moves", "  a: {boundary: edge}\n  b: {}\n",
       "b: sqrt(a[-1,0] + float32(x)) + sqrt(a[1,0] + float32(x))", 0},
      {"another constant applies first", "  a: {boundary: {x: {constant: 1}, y: {constant: 2}}}\n  b: {}\n",
       "b: (a[-1,0]/a[1,0]) + (a[-1,1]/a[1,1])", 0},
      {"the same constant applies first", "  a: {boundary: {constant: 2}}\n  b: {}\n",
       "b: (a[-1,0]/a[1,0]) + (a[-1,1]/a[1,1])", 1},
      {"border: keep", "  a: {}\n", "a: {expr: \"(a[-1,0]/a[1,0]) + (a[0,0]/a[2,0])\", border: keep}", 1},
      {"cheaper to compute again", "  a: {type: int8}\n  b: {type: int8}\n", "b: (a[0,-9]+a[0,-8]) - (a[0,8]+a[0,9])",
       0},
  };
  for (const Sharable& s : cases) {
    const spec::Stencil in = parse(program(s));
    const spec::Stencil out = analysis::share_partials(in, plan::fold_node);
    EXPECT_EQ(temporaries(out), s.temporaries) << s.what << "\n" << spec::describe(out);
  }
}

/// Each term of a fold is an argument of the next: nothing may recurse over them.
TEST(Partials, ThousandsOfTerms) {
  const spec::Stencil s = parse(
      "name: a\ngrid: [64]\nfields: {t: {}}\nupdate:\n"
      "  - t: \"add(i in 0..11999: t[i%3]*t[i%3])\"\n");
  const spec::Stencil out = analysis::share_partials(s, plan::fold_node);
  spec::validate(out);
  EXPECT_EQ(temporaries(out), 1);
}

/// A program that nothing is shared in is the same program.
TEST(Partials, NothingSharedNothingChanged) {
  const spec::Stencil in = parse("name: t\ngrid: [64, 32]\nfields:\n  a: {}\nupdate:\n  - a: (a[-1,0] + a[1,0]) * a\n");
  const spec::Stencil out = analysis::share_partials(in, plan::fold_node);
  EXPECT_EQ(spec::describe(in), spec::describe(out));
  EXPECT_EQ(in.nodes.size(), out.nodes.size());
}

TEST(Partials, KeptCellsAreThoseOfAllReads) {
  const spec::Stencil in = parse(
      "name: t\ngrid: [64, 32]\nfields:\n  a: {}\nupdate:\n"
      "  - a: {expr: \"(a[-3,0]/a[1,0]) + (a[-1,0]/a[3,0])\", border: keep}\n");
  const spec::Stencil out = analysis::share_partials(in, plan::fold_node);
  ASSERT_EQ(out.stages.size(), 2U);
  const auto reach = spec::reach_of(out, out.stages[spec::StageId(1)]);
  EXPECT_EQ(reach.low, (spec::Offset{3, 0, 0}));
  EXPECT_EQ(reach.high, (spec::Offset{3, 0, 0}));
  EXPECT_EQ(out.stages[spec::StageId(0)].border, spec::Border::kIgnore);
}

}  // namespace
}  // namespace rtlgen::test

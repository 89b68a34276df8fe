// Reordered chains: the same bits where the order cannot change them, fewer operators, and under
// `reassociate` one order for every hardware.
#include "analysis/sharing/reorder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/sharing/sharing.hpp"
#include "filters.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "plan/timing/fold.hpp"
#include "repeats.hpp"
#include "spec/describe.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

spec::Stencil parse(const std::string& text) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  RTLGEN_CHECK(stencil.ok(), diagnostics.render() + text);
  return *std::move(stencil);
}

std::map<int, golden::Grid> run(const spec::Program& s, const Case& c) {
  return golden::run(s, c.extents, c.inputs, c.iterations, c.params, {1, {}});
}

/// Hard cells on a small grid, for a stencil whose compiled grid is larger.
Case small_case(const spec::Stencil& s, const spec::Extents& extents, std::uint64_t seed) {
  Case c;
  c.stencil = s;
  c.extents = extents;
  c.iterations = 2;
  Random random(seed);
  for (const spec::ArrayId a : s.arrays.ids()) {
    if (s.first_stream(a).valid()) c.inputs.emplace(a.index(), hard_grid(s.arrays[a].type, extents, random));
  }
  for (const spec::Param& p : s.params) c.params.push_back(p.value);
  return c;
}

TEST(Reorder, ExactOrdersKeepTheBitsOfRandomPrograms) {
  int changed = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Case c = case_with_repeats(seed);
    const spec::Program out = analysis::reorder(c.stencil, false);
    spec::validate(out);
    if (spec::describe(out) == spec::describe(c.stencil)) continue;
    ++changed;
    ASSERT_TRUE(same_bits(c, c.stencil, out)) << "seed " << seed << "\n"
                                              << spec::describe(c.stencil) << spec::describe(out);
  }
  EXPECT_GT(changed, 40);
}

/// The built expression has the bits of the one that golden follows, in exact mode and with reassociation.
TEST(Reorder, WhatIsBuiltIsWhatGoldenFollows) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Case c = case_with_repeats(seed);
    c.stencil.reassociate = seed % 2 == 0;
    const analysis::Sharing out = analysis::share(c.stencil, plan::fold_node);
    spec::validate(out.reference);
    spec::validate(out.hardware);
    if (!c.stencil.reassociate) {
      EXPECT_LE(out.after.luts, out.before.luts) << seed;
      // A term of a fused sum counts as an operator, and costs less than one.
      const auto fused = [](const spec::Node& n) { return n.op == spec::Op::kFused; };
      if (std::none_of(c.stencil.nodes.begin(), c.stencil.nodes.end(), fused)) {
        EXPECT_LE(out.after.operators.total(), out.before.operators.total()) << seed;
      }
    }
    ASSERT_TRUE(same_bits(c, out.reference, out.hardware)) << "seed " << seed;
  }
}

/// Its type says so; this is about the sharing that goes with it.
TEST(Reorder, TheOrderDoesNotDependOnTheHardware) {
  for (const char* type : {"float32", "int16"}) {
    spec::Stencil s = parse(box_yaml(5, 5, type, "reassociate: true\n", true));
    const spec::Program one = analysis::share(s, plan::fold_node).reference;
    s.hardware.cells_per_cycle = 8;
    s.hardware.clock_mhz = 400;
    const spec::Program other = analysis::share(s, plan::fold_node).reference;
    EXPECT_EQ(spec::to_text(one, one.stages[spec::StageId(0)].root),
              spec::to_text(other, other.stages[spec::StageId(0)].root));
  }
}

struct Filter {
  const char* name;
  std::string yaml;
  analysis::Operators written, built;
};

/// The operators of the filters of docs/sharing.md, and their bits.
TEST(Reorder, Filters) {
  const std::string free = "reassociate: true\n";
  const Filter filters[] = {
      {"float box 3x3, clamped", box_yaml(3, 3, "float32", free, false), {8, 0, 0}, {4, 0, 0}},
      {"float box 9x9, clamped", box_yaml(9, 9, "float32", free, false), {80, 0, 0}, {16, 0, 0}},
      {"float box 9x9, kept", box_yaml(9, 9, "float32", free, true), {80, 0, 0}, {8, 0, 0}},
      {"float box 9x9, as written", box_yaml(9, 9, "float32", "", true), {80, 0, 0}, {80, 0, 0}},
      {"int box 9x9, exact", box_yaml(9, 9, "int32", "", true), {80, 0, 0}, {8, 0, 0}},
      {"float contrast, kept", contrast_yaml("float32", free, true), {196, 197, 0}, {113, 34, 0}},
  };
  for (const Filter& f : filters) {
    spec::Stencil s = parse(f.yaml);
    s.hardware.cells_per_cycle = 8;
    const analysis::Sharing out = analysis::share(s, plan::fold_node);
    EXPECT_EQ(out.before.operators.adds, f.written.adds) << f.name;
    EXPECT_EQ(out.before.operators.multiplies, f.written.multiplies) << f.name;
    EXPECT_LE(out.after.operators.adds, f.built.adds) << f.name;
    EXPECT_LE(out.after.operators.multiplies, f.built.multiplies) << f.name;
    const Case c = small_case(s, {23, 21, 1}, 3);
    EXPECT_EQ(run(out.reference, c), run(out.hardware, c)) << f.name;
    if (!s.reassociate) {
      EXPECT_EQ(run(s, c), run(out.hardware, c)) << f.name;
    }
  }
}

/// Cells are traded for operators only where that is allowed; the bits are the same.
TEST(Reorder, SharingCanBeLimited) {
  const std::string text =
      "name: t\ngrid: [64, 32]\nfields: {a: {}, b: {}, q: {}}\nupdate:\n"
      "  - q: sqrt(a[0,-1] * b[0,-1]) + sqrt(a[0,1] * b[0,1]) + sqrt(b * a)\n";
  spec::Stencil s = parse(text);
  const Case c = small_case(s, {19, 9, 1}, 3);
  const auto built = [&](spec::SharingChoice choice) {
    s.hardware.sharing = choice;
    analysis::Sharing out = analysis::share(s, plan::fold_node);
    EXPECT_EQ(run(s, c), run(out.hardware, c));
    return out;
  };
  const analysis::Sharing full = built(spec::SharingChoice::kFull);
  EXPECT_EQ(full.after.operators.others, 1);
  EXPECT_LE(built(spec::SharingChoice::kFree).after.buffered_cells, full.before.buffered_cells);
  EXPECT_FALSE(built(spec::SharingChoice::kNone).changed);
  s = parse(
      "name: t\ngrid: [64, 32]\nfields: {a: {}, q: {}}\nupdate:\n  - q: sqrt(a[0,-1]) + sqrt(a[0,1]) + a[0,-1] * "
      "a[0,2]\n");
  const analysis::Sharing kept = analysis::share(s, plan::fold_node);
  EXPECT_EQ(kept.after.operators.others, 1);
  EXPECT_GT(kept.after.buffered_cells, kept.before.buffered_cells);
  s.hardware.sharing = spec::SharingChoice::kFree;
  EXPECT_EQ(analysis::share(s, plan::fold_node).after.operators.others, 2);
}

/// Without leave, float sums stay as they are; minima and products of integers do not need leave.
TEST(Reorder, OnlyWithLeave) {
  const spec::Stencil floats = parse(box_yaml(3, 3, "float32", "", true));
  EXPECT_EQ(spec::describe(analysis::reorder(floats, false)), spec::describe(floats));
  EXPECT_NE(spec::describe(analysis::reorder(floats, true)), spec::describe(floats));
  const spec::Stencil minima = parse(
      "name: t\ngrid: [64, 32]\nfields: {a: {}, b: {}}\nupdate:\n"
      "  - b: {border: compute, expr: \"min(a[-1,0], a[-1,1], a[0,0], a[0,1], a[1,0], a[1,1])\"}\n");
  const spec::Program out = analysis::reorder(minima, false);
  EXPECT_NE(spec::describe(out), spec::describe(minima));
  const Case c = small_case(minima, {9, 7, 1}, 5);
  EXPECT_EQ(run(minima, c), run(out, c));
}

/// A balanced tree of n terms is as shallow as can be.
TEST(Reorder, TreesAreBalanced) {
  const spec::Stencil s = parse(
      "name: t\ngrid: [64]\nreassociate: true\nfields: {a: {}, b: {}, c: {}, d: {}, e: {}}\nupdate:\n"
      "  - e: a + b*c + d - a*b + c + d*d - 3\n");
  const spec::Program out = analysis::reference_of(s);
  IndexVector<spec::NodeId, int> depth(out.nodes.size(), 0);
  for (const spec::NodeId id : out.nodes.ids()) {
    for (const spec::NodeId a : out.nodes[id].args) depth[id] = std::max(depth[id], depth[a] + 1);
  }
  EXPECT_LE(depth[out.stages[spec::StageId(0)].root], 4);
}

}  // namespace
}  // namespace rtlgen::test

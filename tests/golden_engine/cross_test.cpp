// Random programs and single operators: every bit as the naive evaluator has it; and that a rule
// broken on either side would be found.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "cross_check.hpp"
#include "golden/engine.hpp"
#include "spec/boundary.hpp"
#include "spec/hard_float.hpp"
#include "spec/operations.hpp"

namespace rtlgen::test {
namespace {

using spec::Op;
using spec::Type;

constexpr std::uint64_t kPrograms = 6000;

TEST(CrossCheck, RandomPrograms) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string fault = cross_check(random_case(seed));
    ASSERT_EQ(fault, "") << "seed " << seed;
  }
}

/// The same programs with hard blocks where they have sums and products of float32.
TEST(CrossCheck, RandomProgramsOfHardBlocks) {
  std::map<Op, int> found;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    Case c = random_case(seed);
    bool any = false;
    for (spec::Node& node : c.stencil.nodes) {
      const auto hard = spec::hard_op(node.op);
      if (!hard || node.type != Type::float_of(8, 23)) continue;
      ++found[node.op = *hard];
      any = true;
    }
    const std::string fault = any ? cross_check(c) : "";
    ASSERT_EQ(fault, "") << "seed " << seed;
  }
  for (const Op op : {Op::kHardAdd, Op::kHardSub, Op::kHardMul}) EXPECT_GT(found[op], 20);
}

/// The programs leave nothing out: a generator that never makes something would prove nothing about
/// it.
TEST(CrossCheck, RandomProgramsHoldEverything) {
  std::set<Op> ops;
  std::set<spec::BoundaryKind> boundaries;
  std::set<std::string> types;
  std::set<int> axes;
  int keeps = 0, flushes = 0, temporaries = 0, beyond = 0, long_rows = 0, ignores = 0, partly = 0;
  std::set<std::array<bool, spec::kMaxAxes>> spans;  // axes of arrays that something reads
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Case c = random_case(seed);
    axes.insert(c.stencil.axes);
    flushes += c.stencil.subnormals == spec::Subnormals::kFlush ? 1 : 0;
    long_rows += c.extents[0] > 600 ? 1 : 0;
    for (const auto& array : c.stencil.arrays) temporaries += array.role == spec::Role::kTemporary ? 1 : 0;
    for (const auto& stage : c.stencil.stages) {
      keeps += stage.border == spec::Border::kKeep ? 1 : 0;
      ignores += stage.border == spec::Border::kIgnore ? 1 : 0;
    }
    const golden::Masks masks = golden::ignored(c.stencil, c.extents, c.iterations);
    for (const auto& [array, mask] : masks) {
      const auto marked = std::count(mask.begin(), mask.end(), 1);
      partly += marked > 0 && marked < static_cast<std::int64_t>(mask.size()) ? 1 : 0;
    }
    for (const auto& node : c.stencil.nodes) {
      ops.insert(node.op);
      types.insert(node.type.name());
      if (node.op != Op::kTap) continue;
      spans.insert(c.stencil.arrays[c.stencil.streams[node.stream].array].spans);
      for (std::size_t a = 0; a < 3; ++a) {
        boundaries.insert(spec::kind_of(node.boundary[a]).value());
        beyond += std::abs(node.offset[a]) > c.extents[a] ? 1 : 0;
      }
    }
  }
  // All but kMonitor, which no line can read, and those of hard blocks, which have a test of their own.
  constexpr std::size_t kHard = 3;
  EXPECT_EQ(ops.size() + kHard, static_cast<std::size_t>(spec::operations().back().op));
  EXPECT_EQ(boundaries.size(), spec::boundary_table().size());
  EXPECT_GE(types.size(), all_types().size());
  EXPECT_EQ(axes.size(), 3U);
  EXPECT_EQ(spans.size(), 8U) << "every choice of axes";
  for (const int count : {keeps, flushes, temporaries, beyond, long_rows, ignores, partly}) EXPECT_GT(count, 5);
}

TEST(CrossCheck, ThreadsDoNotChangeABit) {
  for (std::uint64_t seed = 1000; seed < 1012; ++seed) {
    Case c = random_case(seed);
    // Large enough that every thread has work.
    c.stencil.grid = c.extents = {97, c.stencil.axes > 1 ? 41 : 1, c.stencil.axes > 2 ? 11 : 1};
    if (c.stencil.axes == 1) c.stencil.grid = c.extents = {30011, 1, 1};
    Random random(seed);
    for (auto& [array, grid] : c.inputs)
      grid = hard_grid(grid.type, c.stencil.arrays[spec::ArrayId(array)].shape(c.extents), random);
    const auto run = [&](int threads) {
      return golden::run(c.stencil, c.extents, c.inputs, c.iterations, c.params, {threads, {}});
    };
    const auto one = run(1);
    for (const int threads : {2, 3, 0})
      EXPECT_EQ(difference(c.stencil, run(threads), one), "") << threads << " threads, seed " << seed;
  }
}

/// Each rule broken in the naive evaluator is noticed by some random program.
TEST(CrossCheck, ABrokenRuleIsFound) {
  for (int i = 1; i < kTwists; ++i) {
    std::uint64_t seed = 0;
    while (seed < kPrograms && cross_check(random_case(seed), static_cast<Twist>(i)).empty()) ++seed;
    EXPECT_LT(seed, kPrograms) << "twist " << i << " was not noticed";
  }
}

// ---------------------------------------------------------------- single operators

const std::vector<Op> kComparisons{Op::kLt, Op::kLe, Op::kEq, Op::kNe};

/// Modes of fixed-point results; one entry if they do not matter.
std::vector<std::pair<spec::Rounding, spec::Overflow>> modes_of(const Type& a, const Type& b) {
  using spec::Overflow;
  using spec::Rounding;
  if (!a.is_fixed() && !b.is_fixed()) return {{Rounding::kNearestEven, Overflow::kWrap}};
  return {{Rounding::kNearestEven, Overflow::kWrap},
          {Rounding::kNearestEven, Overflow::kSaturate},
          {Rounding::kTruncate, Overflow::kWrap},
          {Rounding::kTruncate, Overflow::kSaturate}};
}

void check_operator(Op op, const Type& result, const std::vector<Type>& operands, bool flush) {
  Case c = operator_case(op, result, operands, flush, {1024, 2, 1}, static_cast<std::uint64_t>(op));
  for (const auto& [rounding, overflow] : modes_of(result, operands[0])) {
    c.stencil.rounding = rounding;
    c.stencil.overflow = overflow;
    ASSERT_EQ(cross_check(c), "") << (flush ? "flush" : "");
  }
}

TEST(Operators, EveryTypeOnHardCells) {
  for (const Type& t : all_types()) {
    for (const bool flush : {false, true}) {
      if (flush && !t.is_float()) continue;
      for (const std::size_t operands : {1U, 2U, 3U}) {
        for (const Op op : operations_on(t, operands)) check_operator(op, t, std::vector(operands, t), flush);
      }
      for (const Op op : kComparisons) check_operator(op, Type::boolean(), {t, t}, flush);
    }
  }
}

TEST(Operators, CastsBetweenAllTypes) {
  for (const Type& from : all_types()) {
    for (const Type& to : all_types()) {
      for (const bool flush : {false, true}) {
        if (flush && !from.is_float() && !to.is_float()) continue;
        Case c = operator_case(Op::kCast, to, {from}, flush, {300, 1, 1}, 7);
        for (const auto& [rounding, overflow] : modes_of(from, to)) {
          c.stencil.rounding = rounding;
          c.stencil.overflow = overflow;
          ASSERT_EQ(cross_check(c), "") << from.name() << " to " << to.name() << (flush ? " flush" : "");
        }
      }
    }
  }
}

/// All pairs of operands of small formats, so that nothing hides between the hard cells.
TEST(Operators, AllPairsOfSmallFormats) {
  for (const Type& t : {Type::float_of(3, 2), Type::float_of(4, 3), Type::float_of(2, 3), Type::int_of(5),
                        Type::uint_of(4), Type::fixed_of(5, 3), Type::ufixed_of(4, 4)}) {
    const std::int64_t values = std::int64_t{1} << t.width;
    for (const bool flush : {false, true}) {
      if (flush && !t.is_float()) continue;
      for (const bool truth : {false, true}) {
        for (const Op op : truth ? kComparisons : operations_on(t, 2)) {
          Case c = operator_case(op, truth ? Type::boolean() : t, {t, t}, flush, {values, values, 1}, 1);
          for (std::int64_t i = 0; i < values * values; ++i) {
            c.inputs.at(0).set(i, static_cast<std::uint64_t>(i % values));
            c.inputs.at(1).set(i, static_cast<std::uint64_t>(i / values));
          }
          for (const auto& [rounding, overflow] : modes_of(t, t)) {
            c.stencil.rounding = rounding;
            c.stencil.overflow = overflow;
            ASSERT_EQ(cross_check(c), "") << (flush ? "flush" : "");
          }
        }
      }
    }
  }
}

/// Operands that would show double rounding: the widest format that goes through double, at exact midpoints
/// of its numbers and one double step beside them.
TEST(Operators, MidpointsOfNarrowFormats) {
  for (const Type& t : {Type::float_of(8, 24), Type::float_of(5, 10), Type::float_of(8, 7), Type::float_of(3, 2)}) {
    Case c = operator_case(Op::kCast, t, {Type::float_of(11, 52)}, false, {1021, 3, 1}, 5);
    Random random(11);
    const std::uint64_t below = std::uint64_t{1} << (51 - t.fraction);
    for (std::int64_t i = 0; i < c.inputs.at(0).cells(); ++i) {
      const auto spread = static_cast<std::uint64_t>((1 << (t.exponent - 1)) + t.fraction + 2);
      const std::uint64_t exponent = 1023 - spread + random.bits() % (2 * spread);
      const std::uint64_t fraction =
          (random.bits() & ((std::uint64_t{1} << 52) - 1)) / (2 * below) * (2 * below) + below;
      c.inputs.at(0).set(i, (exponent << 52 | fraction) + static_cast<std::uint64_t>(random.between(-1, 1)));
    }
    ASSERT_EQ(cross_check(c), "");
  }
}

}  // namespace
}  // namespace rtlgen::test

// Wang's equations on the kernels of the paper's text. The numbers are those of a second program, written from the
// equations in another language; memory's latency, 120 clocks, and the clock, 250 MHz, are choices.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "model/wang2016.hpp"

namespace rtlgen::model::wang2016 {
namespace {

Block block(const char* name, double cycles, int ops, double trip = 1, int unroll = 1) {
  return {name, cycles, std::vector<MemoryOp>(static_cast<std::size_t>(ops)), trip, unroll};
}

Node leaf(Block of) { return {Node::Kind::kBlock, std::move(of), {}, 1}; }

/// Algorithm 1: two loops, of 128 and 16 trips, between an entry and an exit.
Node algorithm_1(double trip, int unroll) {
  return {Node::Kind::kSequence,
          {},
          {leaf(block("entry", 2, 0)), leaf(block("128_loop", 2, 3, trip, unroll)), leaf(block("16_loop", 2, 3, 16)),
           leaf(block("exit", 1, 0))},
          1};
}

TEST(Wang, AlgorithmOne) {
  const Result r = analyse(algorithm_1(128, 1), {4096, 1, 1}, {}, Reading::kPrinted);
  EXPECT_DOUBLE_EQ(r.cycles, 524289);
  EXPECT_NEAR(r.seconds, 0.002097156, 1e-12);
  EXPECT_DOUBLE_EQ(r.parallelism, 2);
  EXPECT_NEAR(r.potential_compute, 0.7, 1e-12);
  EXPECT_DOUBLE_EQ(r.potential_memory, 0);
  EXPECT_NEAR(r.potential_balance, 0.875, 5e-4);
  EXPECT_NEAR(r.blocks[1].work_items, 3297.41, 0.005);
  EXPECT_DOUBLE_EQ(r.blocks[1].transactions, 98304);
  EXPECT_NEAR(r.blocks[1].memory, 55296, 1e-6);
  EXPECT_NEAR(r.blocks[2].memory, 55296, 1e-6) << "blocks share the bandwidth by their transactions";
  EXPECT_DOUBLE_EQ(r.blocks[3].compute, 4096);
}

TEST(Wang, UnrollingMovesTheBottleneckToMemory) {
  const Result r = analyse(algorithm_1(16, 8), {4096, 1, 1}, {}, Reading::kPrinted);
  EXPECT_NEAR(r.cycles, 107712, 1e-6);
  EXPECT_NEAR(r.potential_memory, 0.304, 5e-4);
  EXPECT_NEAR(r.potential_balance, 0, 1e-9);
}

TEST(Wang, AVectorAdditionNeedsItems) {
  for (const auto& [items, cycles, printed, consistent] :
       {std::array{32.0, 262.5, 0.989, 0.874}, {128.0, 262.5, 0.954, 0.509}, {1024.0, 1025.0, 0.906, 0.0}}) {
    const Node kernel = leaf(block("add", 2, 3));
    const Result r = analyse(kernel, {items, 1, 1}, {}, Reading::kPrinted);
    EXPECT_NEAR(r.cycles, cycles, 1e-6) << items;
    EXPECT_NEAR(r.potential_items, printed, 5e-4) << items;
    EXPECT_NEAR(analyse(kernel, {items, 1, 1}, {}, Reading::kConsistent).potential_items, consistent, 5e-4) << items;
  }
}

TEST(Wang, SimdAsPrintedHasTooManyTransactions) {
  const Node kernel = leaf(block("add", 2, 3));
  const Launch launch{2 << 20, 1, 16};
  const Result printed = analyse(kernel, launch, {}, Reading::kPrinted),
               consistent = analyse(kernel, launch, {}, Reading::kConsistent);
  EXPECT_NEAR(printed.cycles, 11808768, 1e-3);
  EXPECT_NEAR(printed.potential_memory, 0.734, 5e-4);
  EXPECT_NEAR(consistent.cycles, 3145728, 1e-3);
  EXPECT_NEAR(consistent.potential_memory, 0, 1e-12);
  EXPECT_NEAR(printed.blocks[0].transactions / consistent.blocks[0].transactions, 3.754, 5e-4);
}

TEST(Wang, LoopsAndBranches) {
  const Node body{Node::Kind::kLoop, {}, {leaf(block("a", 3, 0)), leaf(block("b", 5, 0))}, 10};
  const Result loop = analyse(body, {100, 1, 1}, {}, Reading::kPrinted);
  // Equation 9: every part once, and nine further trips at the pace of the longest.
  EXPECT_DOUBLE_EQ(loop.cycles, loop.blocks[0].cycles + loop.blocks[1].cycles +
                                    9 * std::max(loop.blocks[0].cycles, loop.blocks[1].cycles));
  const Node choice{Node::Kind::kBranch, {}, {leaf(block("a", 3, 0)), leaf(block("b", 5, 0))}, 1};
  const Result one = analyse(choice, {100, 1, 1}, {}, Reading::kPrinted);
  EXPECT_DOUBLE_EQ(one.cycles, std::max(one.blocks[0].cycles, one.blocks[1].cycles));
}

}  // namespace
}  // namespace rtlgen::model::wang2016

// Rows of hard blocks' sums and products, in vectors of the machine, against their definition.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "golden/row_ops.hpp"
#include "spec/hard_float.hpp"

namespace rtlgen::golden {
namespace {

using spec::Op;

std::vector<std::uint32_t> row_of(std::mt19937_64& random) {
  std::vector<std::uint32_t> row(kSegment);
  for (std::uint32_t& bits : row) {
    const std::uint64_t r = random();
    bits = static_cast<std::uint32_t>(r);
    // Near one, near the ends of the range, infinities and NaN.
    if (r >> 32 & 1) bits = (bits & 0x81ffffffU) | 0x3e000000U;
    if ((r >> 33 & 7) == 0) bits &= 0x81ffffffU;
    if ((r >> 33 & 7) == 1) bits |= 0x7e000000U;
    if ((r >> 36 & 15) == 0) bits &= 0xff800000U;
  }
  return row;
}

std::uint32_t by_definition(Op op, std::uint32_t a, std::uint32_t b) {
  if (op == Op::kHardAdd) return spec::hard_sum(a, b);
  return op == Op::kHardSub ? spec::hard_difference(a, b) : spec::hard_product(a, b);
}

TEST(HardRows, AreTheirDefinitionInAllKindsOfOperandsAndModes) {
  const spec::Type type = spec::Type::float_of(8, 23);
  std::mt19937_64 random(4);
  int subnormal = 0;
  for (int turn = 0; turn < 200; ++turn) {
    const auto a = row_of(random), b = row_of(random);
    for (const Op op : {Op::kHardAdd, Op::kHardSub, Op::kHardMul}) {
      for (int single = -1; single < 2; ++single) {
        // The program's own mode changes nothing.
        const FlushMode mode(turn % 2 == 0);
        Operand operands[2] = {{a.data(), 0, type}, {b.data(), 0, type}};
        if (single >= 0) operands[single] = {nullptr, (single == 0 ? a : b)[0], type};
        std::vector<std::uint32_t> out(kSegment);
        apply({op, type, operands, 2, turn % 2 == 0, kSegment, out.data(), {}, nullptr});
        canonicalise(type, kSegment, out.data());
        for (std::size_t i = 0; i < out.size(); ++i) {
          const std::uint32_t x = single == 0 ? a[0] : a[i], y = single == 1 ? b[0] : b[i];
          ASSERT_EQ(out[i], by_definition(op, x, y)) << std::hex << x << " " << y << " " << static_cast<int>(op);
          if ((x & 0x7f800000U) == 0 && (x & 0x7fffffU) != 0) ++subnormal;
        }
      }
    }
  }
  EXPECT_GT(subnormal, 1000);
}

TEST(HardRows, SingleValuesAreTheirDefinition) {
  const spec::Type type = spec::Type::float_of(8, 23);
  for (const spec::HardCase& c : spec::hard_cases()) {
    if (c.mode == spec::HardMode::kMulAdd) continue;
    const Operand operands[2] = {{nullptr, c.a, type}, {nullptr, c.b, type}};
    const Op op = c.mode == spec::HardMode::kAdd ? Op::kHardAdd : Op::kHardMul;
    EXPECT_EQ(apply_single({op, type, operands, 2, false, 1, nullptr, {}, nullptr}), c.expected) << c.assumption;
  }
}

/// The machine's arithmetic without its flush mode is another.
TEST(HardRows, AreNotThoseOfIeee) {
  const spec::Type type = spec::Type::float_of(8, 23);
  const std::vector<std::uint32_t> row(kSegment, 0x00400000U);
  const Operand operands[2] = {{row.data(), 0, type}, {row.data(), 0, type}};
  std::vector<std::uint32_t> out(kSegment);
  apply({Op::kHardAdd, type, operands, 2, false, kSegment, out.data(), {}, nullptr});
  EXPECT_EQ(out[0], 0U);
  apply({Op::kAdd, type, operands, 2, false, kSegment, out.data(), {}, nullptr});
  EXPECT_EQ(out[0], 0x00800000U);
}

}  // namespace
}  // namespace rtlgen::golden

// Rows of roundings to whole numbers, by the machine's own instructions, against their definition.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <random>
#include <vector>

#include "golden/grid.hpp"
#include "golden/row_ops.hpp"
#include "spec/operations.hpp"

namespace rtlgen::golden {
namespace {

using spec::Op;
using spec::Type;

constexpr Op kRoundings[] = {Op::kFloor, Op::kCeil, Op::kTrunc, Op::kRound, Op::kRint};

/// The row's results by apply(), at most kSegment of them.
std::vector<std::uint64_t> by_rows(Op op, const Type& type, const std::vector<std::uint64_t>& operands, bool flush) {
  const auto size = static_cast<std::size_t>(cell_bytes(type));
  std::vector<std::uint8_t> in(size * operands.size()), out(in.size());
  for (std::size_t i = 0; i < operands.size(); ++i) std::memcpy(&in[size * i], &operands[i], size);
  const Operand operand{in.data(), 0, type};
  const FlushMode mode(flush);
  const int n = static_cast<int>(operands.size());
  apply({op, type, &operand, 1, flush, n, out.data(), {}, nullptr});
  canonicalise(type, n, out.data());
  std::vector<std::uint64_t> results(operands.size(), 0);
  for (std::size_t i = 0; i < operands.size(); ++i) std::memcpy(&results[i], &out[size * i], size);
  return results;
}

void expect_definition(const Type& type, const std::vector<std::uint64_t>& all) {
  for (const Op op : kRoundings) {
    for (const bool flush : {false, true}) {
      for (std::size_t first = 0; first < all.size(); first += kSegment) {
        const std::vector<std::uint64_t> some(
            all.begin() + static_cast<std::ptrdiff_t>(first),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), first + kSegment)));
        const std::vector<std::uint64_t> got = by_rows(op, type, some, flush);
        for (std::size_t i = 0; i < some.size(); ++i) {
          const Operand single{nullptr, some[i], type};
          ASSERT_EQ(got[i], apply_single({op, type, &single, 1, flush, 1, nullptr, {}, nullptr}))
              << spec::operation_of(op).symbol << " " << type.name() << " " << std::hex << some[i] << " flush "
              << flush;
        }
      }
    }
  }
}

std::vector<std::uint64_t> all_of(const Type& type) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t a = 0; a <= type.mask(); ++a) all.push_back(a);
  return all;
}

TEST(RoundingRows, AreTheirDefinitionInAllNumbersOfShortFormats) {
  for (const auto& [e, f] : {std::pair{5, 10}, {8, 7}, {4, 3}, {2, 9}, {2, 1}})
    expect_definition(Type::float_of(e, f), all_of(Type::float_of(e, f)));
}

/// Every sign, exponent and leading bits of the fraction, the others zero, one, or random; halves and their neighbours.
TEST(RoundingRows, AreTheirDefinitionInFloat32AndFloat64) {
  std::mt19937_64 random(6);
  for (const Type& type : {Type::float_of(8, 23), Type::float_of(11, 52)}) {
    const int below = type.width - 16;
    std::vector<std::uint64_t> operands;
    for (std::uint64_t top = 0; top < 0x10000; ++top) {
      const std::uint64_t low = random() & ((std::uint64_t{1} << below) - 1);
      operands.push_back(top << below | (top % 4 == 0 ? 0 : top % 4 == 1 ? 1 : low));
    }
    for (int i = 0; i < 4000; ++i) {
      const double half = static_cast<double>(static_cast<std::int32_t>(random()) >> random() % 31) + 0.5;
      const std::uint64_t bits = type.width == 64 ? std::bit_cast<std::uint64_t>(half)
                                                  : std::bit_cast<std::uint32_t>(static_cast<float>(half));
      for (const std::uint64_t near : {bits - 1, bits, bits + 1}) operands.push_back(near);
    }
    expect_definition(type, operands);
  }
}

TEST(RoundingRows, AreTheMachinesOwn) {
  const std::vector<float> in(8, 2.5F);
  std::vector<float> out(8);
  const Type type = Type::float_of(8, 23);
  const Operand operand{in.data(), 0, type};
  const float expected[] = {2, 3, 2, 3, 2};
  for (std::size_t i = 0; i < std::size(kRoundings); ++i) {
    EXPECT_TRUE(float_rows({kRoundings[i], type, &operand, 1, false, 8, out.data(), {}, nullptr}));
    EXPECT_EQ(out, std::vector<float>(8, expected[i]));
  }
}

}  // namespace
}  // namespace rtlgen::golden

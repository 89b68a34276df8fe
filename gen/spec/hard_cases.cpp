// Assumptions about hard floating-point blocks, with their sources and operands that test them.
#include <array>

#include "spec/hard_float.hpp"

namespace rtlgen::spec {

namespace hard_table {
namespace {

constexpr std::string_view kAgilexMul = "UG-20213, table 10";
constexpr std::string_view kAgilexAdd = "UG-20213, table 11";
constexpr std::string_view kAgilexBoth = "UG-20213, tables 10 and 11";
constexpr std::string_view kStratixFlags = "UG 683832, table 9";
constexpr std::string_view kArriaIp = "an Intel employee in the forum, 1608838";
constexpr std::string_view kArriaRounding = "an Intel employee in the forum, 21684";

constexpr auto kHardAssumptions = std::to_array<HardAssumption>({
    {"subnormal_operand", "a subnormal operand is zero", kAgilexBoth, "", kArriaIp},
    {"subnormal_operand_sign", "a subnormal operand is a zero with its own sign", "", "", ""},
    {"nearest_even", "results are rounded to nearest, ties to even", "", "", kArriaRounding},
    {"sum_flushed", "a subnormal sum is zero", kAgilexAdd, kStratixFlags, ""},
    {"sum_flushed_sign", "a subnormal sum is a zero with the sum's sign", kAgilexAdd, "", ""},
    {"product_flushed", "a subnormal product is zero", kAgilexMul, kStratixFlags, ""},
    {"product_flushed_sign", "a subnormal product is a zero with the product's sign", "", "", ""},
    {"flushed_after_rounding", "a result is subnormal if it is so after rounding to 24 bits", "", "", ""},
    {"zero_sum_sign", "(-0) + (-0) is -0, any other sum that is exactly zero +0", kAgilexAdd, "", ""},
    {"zero_product_sign", "a product by zero is negative if the signs of its factors differ", "", "", ""},
    {"overflow", "results beyond the largest number are infinities with their sign", kAgilexBoth, kStratixFlags, ""},
    {"infinity", "an infinite operand gives an infinity with the result's sign", kAgilexBoth, "", ""},
    {"invalid", "infinities of different signs added, and zero times infinity, give a NaN", kAgilexBoth, kStratixFlags,
     ""},
    {"nan_operand", "a quiet NaN among the operands gives a NaN", kAgilexBoth, "", ""},
    {"signalling_nan", "a signalling NaN among the operands gives a NaN", "", "", ""},
    {"nan_bits", "every NaN that a block gives is 7fc00000", "", "", ""},
    {"two_roundings", "in a product and sum the product is rounded, and flushed, before the sum", "", "", ""},
});

constexpr std::uint32_t kOne = 0x3f800000U, kMinusOne = 0xbf800000U, kTwo = 0x40000000U, kHalfOne = 0x3f000000U;
constexpr std::uint32_t kLeast = 0x00800000U, kMost = 0x7f7fffffU, kInf = 0x7f800000U, kNegInf = 0xff800000U;
constexpr std::uint32_t kQuiet = 0x7fc00000U, kZero = 0, kMinusZero = 0x80000000U;
constexpr std::uint32_t kSubnormal = 0x007fffffU, kMinusSubnormal = 0x807fffffU;
constexpr auto kSum = HardMode::kAdd, kProduct = HardMode::kMul, kBoth = HardMode::kMulAdd;

constexpr auto kHardCases = std::to_array<HardCase>({
    {"subnormal_operand", kSum, kSubnormal, kLeast, 0, kLeast},
    {"subnormal_operand", kSum, kLeast, kMinusSubnormal, 0, kLeast},
    {"subnormal_operand", kProduct, kSubnormal, 0x4b800000U, 0, kZero},
    {"subnormal_operand", kBoth, kOne, kOne, kSubnormal, kOne},
    {"subnormal_operand_sign", kSum, kMinusSubnormal, kMinusZero, 0, kMinusZero},
    {"subnormal_operand_sign", kSum, kMinusSubnormal, kZero, 0, kZero},
    {"subnormal_operand_sign", kProduct, kMinusSubnormal, kOne, 0, kMinusZero},
    {"nearest_even", kSum, kOne, 0x33800000U, 0, kOne},
    {"nearest_even", kSum, 0x3f800001U, 0x33800000U, 0, 0x3f800002U},
    {"nearest_even", kSum, kOne, 0x33800001U, 0, 0x3f800001U},
    {"nearest_even", kSum, kOne, 0xb3000001U, 0, 0x3f7fffffU},
    {"nearest_even", kProduct, 0x3f800001U, 0x3f800001U, 0, 0x3f800002U},
    {"nearest_even", kProduct, 0x3f800001U, 0x3fc00000U, 0, 0x3fc00002U},
    {"nearest_even", kProduct, 0x3f800003U, 0x3fc00000U, 0, 0x3fc00004U},
    {"sum_flushed", kSum, 0x00800001U, 0x80800000U, 0, kZero},
    {"sum_flushed", kSum, 0x00ffffffU, 0x80800000U, 0, kZero},
    {"sum_flushed_sign", kSum, 0x80800001U, kLeast, 0, kMinusZero},
    {"product_flushed", kProduct, kLeast, kHalfOne, 0, kZero},
    {"product_flushed", kProduct, kLeast, kLeast, 0, kZero},
    {"product_flushed_sign", kProduct, 0x80800000U, kHalfOne, 0, kMinusZero},
    {"product_flushed_sign", kProduct, 0x80800000U, 0x80800000U, 0, kZero},
    {"flushed_after_rounding", kProduct, 0x00800001U, 0x3f7ffffeU, 0, kLeast},
    {"flushed_after_rounding", kProduct, 0x00ffffffU, kHalfOne, 0, kZero},
    {"zero_sum_sign", kSum, kMinusZero, kMinusZero, 0, kMinusZero},
    {"zero_sum_sign", kSum, kMinusZero, kZero, 0, kZero},
    {"zero_sum_sign", kSum, kOne, kMinusOne, 0, kZero},
    {"zero_sum_sign", kBoth, kOne, kMinusOne, kOne, kZero},
    {"zero_product_sign", kProduct, kMinusZero, kOne, 0, kMinusZero},
    {"zero_product_sign", kProduct, kMinusOne, kMinusZero, 0, kZero},
    {"overflow", kSum, kMost, kMost, 0, kInf},
    {"overflow", kSum, 0xff7fffffU, 0xf3000000U, 0, kNegInf},
    {"overflow", kProduct, 0xff7fffffU, kTwo, 0, kNegInf},
    {"infinity", kSum, kInf, kMinusOne, 0, kInf},
    {"infinity", kSum, kNegInf, kNegInf, 0, kNegInf},
    {"infinity", kProduct, kNegInf, kMinusOne, 0, kInf},
    {"infinity", kProduct, kNegInf, kInf, 0, kNegInf},
    {"invalid", kSum, kInf, kNegInf, 0, kQuiet},
    {"invalid", kProduct, kInf, kZero, 0, kQuiet},
    {"invalid", kProduct, kSubnormal, kNegInf, 0, kQuiet},
    {"invalid", kBoth, kInf, kOne, kNegInf, kQuiet},
    {"nan_operand", kSum, kQuiet, kOne, 0, kQuiet},
    {"nan_operand", kSum, kInf, kQuiet, 0, kQuiet},
    {"nan_operand", kProduct, kZero, kQuiet, 0, kQuiet},
    {"nan_operand", kBoth, kOne, kOne, kQuiet, kQuiet},
    {"signalling_nan", kSum, 0x7f800001U, kOne, 0, kQuiet},
    {"signalling_nan", kProduct, kOne, 0x7fa00000U, 0, kQuiet},
    {"nan_bits", kSum, 0xffffffffU, kOne, 0, kQuiet},
    {"nan_bits", kProduct, 0x7fffffffU, kMinusOne, 0, kQuiet},
    {"nan_bits", kProduct, kNegInf, kZero, 0, kQuiet},
    {"two_roundings", kBoth, 0x3f800001U, 0x3f800001U, 0xbf800002U, kZero},
    {"two_roundings", kBoth, 0x3f800001U, 0x3f7ffffeU, kMinusOne, kZero},
    {"two_roundings", kBoth, kLeast, kHalfOne, kLeast, kLeast},
});

}  // namespace
}  // namespace hard_table

std::span<const HardAssumption> hard_assumptions() { return hard_table::kHardAssumptions; }
std::span<const HardCase> hard_cases() { return hard_table::kHardCases; }

}  // namespace rtlgen::spec

// Combinational datapaths of the floating-point operators, for any float<E,F>.
//
// IEEE 754 round to nearest even; NaN results are the positive quiet NaN with only the top fraction
// bit set. `flush`: subnormal operands are zero of their sign; a result whose magnitude, rounded to
// F + 1 bits with unbounded exponent, is below the smallest normal is zero of its sign.
#pragma once

#include <cstdint>
#include <optional>

#include "hw/builder.hpp"
#include "ops/operator.hpp"
#include "spec/program.hpp"

namespace rtlgen::ops::detail {

hw::Value float_add(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value y, bool subtract, bool flush);
hw::Value float_mul(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value y, bool flush);

/// +-2^power, exactly what a constant operand is.
struct PowerOfTwo {
  int power = 0;
  bool negative = false;
};
/// With flush a subnormal constant is zero, hence no power of two.
std::optional<PowerOfTwo> power_of_two(const spec::Type& type, std::uint64_t bits, bool flush);
/// x * factor.
hw::Value float_scale(hw::Builder& b, const spec::Type& type, hw::Value x, PowerOfTwo factor, bool flush);

hw::Value float_fma(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value y, hw::Value z, bool flush);
hw::Value float_div(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value y, bool flush);
hw::Value float_sqrt(hw::Builder& b, const spec::Type& type, hw::Value x, bool flush);
// Within 1 ulp, as spec::evaluate_function says; formats of at most 24 bits of significand.
hw::Value float_exp(hw::Builder& b, const spec::Type& type, hw::Value x, bool flush);
hw::Value float_log(hw::Builder& b, const spec::Type& type, hw::Value x, bool flush);
hw::Value float_sin_cos(hw::Builder& b, const spec::Type& type, bool cosine_wanted, hw::Value x, bool flush);
hw::Value float_tanh(hw::Builder& b, const spec::Type& type, hw::Value x, bool flush);
hw::Value float_pow(hw::Builder& b, const spec::Type& type, hw::Value x, hw::Value y, bool flush);
hw::Value float_compare(hw::Builder& b, const spec::Type& type, Function f, hw::Value x, hw::Value y, bool flush);
/// x * y, rounded, compared with zero; f is one of kProductLt to kProductNe.
hw::Value float_product_compare(hw::Builder& b, const spec::Type& type, Function f, hw::Value x, hw::Value y,
                                bool flush);
hw::Value float_min_max(hw::Builder& b, const spec::Type& type, bool maximum, hw::Value x, hw::Value y, bool flush);
hw::Value float_sign(hw::Builder& b, const spec::Type& type, bool negate, hw::Value x, bool flush);
hw::Value convert(hw::Builder& b, const spec::Type& from, const spec::Type& to, hw::Value x, bool flush);
hw::Value integer_op(hw::Builder& b, const spec::Type& type, Function f, hw::Value x, hw::Value y);

/// x times k, or times -k, modulo 2^width of x: as few shifts, additions and subtractions as there are.
hw::Value multiply_constant(hw::Builder& b, hw::Value x, std::uint64_t k, bool negative = false);

struct Quotient {
  hw::Value quotient;   ///< as wide as the dividend
  hw::Value remainder;  ///< as wide as the divisor
};
/// Restoring division of unsigned numbers of any widths.
Quotient divide_unsigned(hw::Builder& b, hw::Value x, hw::Value d);
hw::Value negate_if(hw::Builder& b, hw::Value condition, hw::Value x);
/// Whether k is 2^log.
bool is_power_of_two(const hw::Bits& k, int& log);

/// Arithmetic of fixed-point values and every conversion that has one on either side.
hw::Value fixed_op(hw::Builder& b, const Request& r, const std::vector<hw::Value>& v);
hw::Value fixed_convert(hw::Builder& b, const Request& r, hw::Value x);

}  // namespace rtlgen::ops::detail

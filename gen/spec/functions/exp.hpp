// Widths and tables of exp, by format, for the definition and the hardware.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

struct ExpSizes {
  Exp2Sizes exp2;
  int log2e_scale = 0;
  Uint128 log2e = 0;  ///< log2(e), rounded to nearest
  /// x| has exponent q (of its leading one) below exp2.integer_bits; significand * log2e is shifted right by
  /// least_shift + (integer_bits - 1 - q) to the scale of z.
  int least_shift = 0;
};

const ExpSizes& exp_sizes(const Type& type);

/// exp2: the exponent of x shifts its significand to the scale of z.
struct PowerOfTwoSizes {
  Exp2Sizes exp2;
  int spare = 0;  ///< zeros below the significand of the largest x in range
};

const PowerOfTwoSizes& exp2_sizes(const Type& type);

}  // namespace rtlgen::spec

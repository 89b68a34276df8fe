// Widths and tables of exp, by format: the definition and the hardware are made with them.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

struct ExpSizes {
  Exp2Sizes exp2;
  int log2e_scale = 0;
  std::uint64_t log2e = 0;  ///< of e, rounded to nearest
  /// |x| has exponent q (of its leading one) below exp2.integer_bits; significand * log2e is shifted
  /// right by least_shift + (integer_bits - 1 - q) to the scale of z.
  int least_shift = 0;
};

const ExpSizes& exp_sizes(const Type& type);

}  // namespace rtlgen::spec

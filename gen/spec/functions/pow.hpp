// Widths and tables of pow, by format: the definition and the hardware are made with them.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// pow(x, y) = 2^(y log2 |x|).
struct PowSizes {
  Exp2Sizes exp2;
  LogSizes log2;
  int far = 0;  ///< |y| of this exponent or more overflows or vanishes unless |x| is 1
};

const PowSizes& pow_sizes(const Type& type);

}  // namespace rtlgen::spec

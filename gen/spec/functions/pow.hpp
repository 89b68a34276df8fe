// Widths and tables of pow, by format, for the definition and the hardware.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// pow(x, y) = 2^(y log2 |x|).
struct PowSizes {
  Exp2Sizes exp2;
  LogSizes log2;
  int far = 0;  ///< with |y| of this exponent or more the result overflows or vanishes, unless |x| is 1
};

const PowSizes& pow_sizes(const Type& type);

}  // namespace rtlgen::spec

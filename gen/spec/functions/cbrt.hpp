// Widths and tables of cbrt, by format, for the definition and the hardware.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// cbrt(m * 2^(3k + r)) = cbrt(m * 2^r) * 2^k with r in 0, 1, 2.
struct CbrtSizes {
  Table table;  ///< rows from r * 2^index_bits on: cbrt(x) for x in [2^r, 2^(r+1)), from 1 to 2
};

const CbrtSizes& cbrt_sizes(const Type& type);

}  // namespace rtlgen::spec

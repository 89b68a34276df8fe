// Widths and tables of cbrt, by format: the definition and the hardware are made with them.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// cbrt(m * 2^(3k + r)) = cbrt(m * 2^r) * 2^k with r of 0, 1, 2.
struct CbrtSizes {
  Table table;  ///< rows r * 2^index_bits ..: cbrt(x) for x in [2^r, 2^(r+1)), from 1 to 2
};

const CbrtSizes& cbrt_sizes(const Type& type);

}  // namespace rtlgen::spec

// Widths and tables of tanh, by format, for the definition and the hardware.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// tanh(x) is x * table(x) below 1, table(x) from 1 on, and 1 from 2^binades on.
struct TanhSizes {
  int tiny = 0;        ///< for exponent fields below this, tanh(x) = x
  int binades = 0;     ///< x is in [2^j, 2^(j+1)) for j below this
  int place_bits = 0;  ///< bits of x below 1 in fixed point: index and u
  /// Rows 0 .. 2^k - 1 (k = index_bits): 2 tanh(x) / x for x in [0, 1); from row (1 + j) 2^k on: 2 tanh(x) for x in
  /// [2^j, 2^(j+1)).
  Table table;
};

const TanhSizes& tanh_sizes(const Type& type);

}  // namespace rtlgen::spec

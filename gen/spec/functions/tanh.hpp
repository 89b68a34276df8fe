// Widths and tables of tanh, by format: the definition and the hardware are made with them.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// tanh. Below 1 it is x * table(x), from 1 on table(x), from 2^binades on 1.
struct TanhSizes {
  int tiny = 0;        ///< exponent fields below this have tanh(x) = x
  int binades = 0;     ///< x is in [2^j, 2^(j+1)) for j below this
  int place_bits = 0;  ///< x below 1 in fixed point: index and u
  /// Rows 0 .. 2^k - 1 (k = index_bits): 2 tanh(x) / x for x in [0, 1); rows (1 + j) 2^k ..: 2 tanh(x)
  /// for x in [2^j, 2^(j+1)).
  Table table;
};

const TanhSizes& tanh_sizes(const Type& type);

}  // namespace rtlgen::spec

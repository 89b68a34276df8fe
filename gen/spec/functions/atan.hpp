// Widths and tables of atan and atan2, by format, for the definition and the hardware.
#pragma once

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// atan2(y, x) = b +- atan(q): q, at most 1, is the smaller of |y| and |x| over the larger; b is 0, pi/2 or pi. q is a
/// significand times the reciprocal of another, and atan(q) = q * table(q). atan(y) is atan2(y, 1).
struct AtanSizes {
  Table reciprocal;           ///< 2 / m, m from 1 to 2
  int quotient_bits = 0;      ///< kept of q, including the leading one
  int place_bits = 0;         ///< bits of q in fixed point: index and u of the table
  Table table;                ///< 2 atan(q) / q for q in [0, 1), from 2 to pi/2
  int sum_scale = 0;          ///< scale of b +- atan(q) if b is not 0
  std::uint64_t half_pi = 0;  ///< pi/2 and pi at sum_scale
  std::uint64_t pi = 0;
};

const AtanSizes& atan_sizes(const Type& type);

}  // namespace rtlgen::spec

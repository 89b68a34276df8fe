// Piecewise polynomials in fixed point: the one approximation that all elementary functions use.
//
// An argument is a row (a piece of the domain) and a fraction u in [0, 1) of the piece. The polynomial of the row is
// evaluated by Horner's rule on integers, and every step is truncated to a fixed number of bits (toward minus
// infinity). This defines the bits, and the hardware repeats it operator by operator. Pieces are interpolated at both
// ends, so neighbouring pieces meet and tabulated points are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#define MPFR_USE_INTMAX_T 1
#include <mpfr.h>

#include "support/int128.hpp"

namespace rtlgen::spec {

struct Table {
  int index_bits = 0;  ///< an interval of length 1 has 2^index_bits pieces; there may be several such intervals
  int degree = 0;
  int scale = 0;                                  ///< values are integers times 2^-scale
  int argument_bits = 0;                          ///< bits of u: u = argument / 2^argument_bits
  std::vector<std::vector<Int128>> coefficients;  ///< [power][row]
  std::vector<int> used;   ///< [power]: number of leading bits of u that multiply the value above; degree entries
  std::vector<int> width;  ///< [power]: bits of the value from this power up, including the sign
};

/// The value of `row` at `argument`, times 2^scale.
Int128 look_up(const Table& table, std::uint64_t row, std::uint64_t argument);

/// `v`, not negative, rounded to the nearest integer; destroys `v`.
Uint128 fixed_point(mpfr_ptr v);

/// A piece of the domain, with ends that are exact as doubles. u runs from `low` to `high`.
struct Piece {
  double low = 0;
  double high = 1;
};

/// The function and accuracy of a table.
struct TableRequest {
  std::function<void(mpfr_ptr, mpfr_srcptr)> function;  ///< result, argument
  std::function<std::vector<Piece>(int)> pieces;        ///< the rows for a number of index bits
  int scale = 0;
  int argument_bits = 0;  ///< total of index and u
  int accuracy = 0;       ///< the polynomial before rounding is within 2^-accuracy
  int least_index_bits = 0;
  int most_index_bits = 7;  ///< with more, a higher degree is tried
  int highest_degree = 7;   ///< at most 7; a polynomial of this degree may have more index bits
};

constexpr std::size_t kMostTableRows = 4096;  ///< the largest table that hardware can have

/// The table of lowest degree that is accurate enough with at most kMostTableRows rows; InternalError if none exists.
/// Equal requests give equal tables.
Table make_table(const TableRequest& request);

}  // namespace rtlgen::spec

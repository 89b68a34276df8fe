// Widths and tables of sin, cos and tan, by format, for the definition and the hardware.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "spec/functions/functions.hpp"

namespace rtlgen::spec {

struct Type;

/// sin and cos. The exponent selects a window of 2/pi, which gives x * 2/pi = quadrant + f; then sin(f pi/2) = f *
/// table(|f|), or cos(f pi/2) from the other half of the table.
struct SinCosSizes {
  int tiny = 0;    ///< for exponent fields below this, sin(x) = x and cos(x) = 1
  int scale = 0;   ///< scale of x * 2/pi modulo 4
  int window = 0;  ///< bits of x * 2/pi modulo 4: scale + 2
  /// Word e - tiny: floor(2/pi * 2^(e - bias - F) * 2^scale) modulo 2^window for exponent field e, in three arrays from
  /// the low 64 bits up.
  std::array<std::vector<std::uint64_t>, 3> window_words;
  int normal_bits = 0;  ///< bits of f that are kept once it is normalised, including the leading one
  /// Rows 0 .. 2^index_bits - 1: sin(f pi/2) / f; the next 2^index_bits: 2 cos(f pi/2). The index is the bits of |f| in
  /// [0, 1/2) from the one of weight 1/4 down.
  Table table;
};

const SinCosSizes& sin_cos_sizes(const Type& type);

/// tan with f as in sin and cos: tan(f pi/2) = f * table(|f|), or -1 / tan(f pi/2) = -table(|f|) / f.
struct TanSizes {
  /// Rows 0 .. 2^index_bits - 1: tan(f pi/2) / f; the next 2^index_bits: 2 f / tan(f pi/2). Index and u as for sin.
  Table table;
  Table reciprocal;  ///< 2 / m, where m from 1 to 2 is the normalised f; its scale is above that of m
};

const TanSizes& tan_sizes(const Type& type);

}  // namespace rtlgen::spec

// Hex-aligned floats: how a float<E,F> can travel inside a Kernel. The values are those of the format, no more and no
// fewer; only the bits differ, so that significands move by whole digits of four bits.
//
//   sign | h, E - 2 bits | m, F + 4 bits       e = max(exponent field, 1), h = e >> 2, m = (hidden . fraction) << (e &
//   3)
//
// A value is m * 2^(4 h - bias - F), subnormals too. Bits without the sign are ordered as magnitudes are. The exponent
// field of all ones, which infinities and NaN have, is h all ones with the highest bit of m set; the fraction is below
// it. Zeros have m = 0 and h = 0.
//
// Catanzaro and Nelson, "Higher Radix Floating-Point Representations for FPGA-Based Arithmetic", FCCM 2005.
#pragma once

#include <cstdint>

namespace rtlgen::spec {

struct Type;

/// Whether `type` is a float with an aligned form of at most 64 bits.
bool can_align(const Type& type);

/// The aligned form of a format, E + F + 3 bits; and the format of an aligned form.
Type aligned(const Type& type);
Type unaligned(const Type& type);

/// Bits of `type`, which is not aligned, in its aligned form; and back. Every pattern of `type` comes back as it was.
std::uint64_t aligned_bits(const Type& type, std::uint64_t bits);
std::uint64_t unaligned_bits(const Type& type, std::uint64_t aligned);

}  // namespace rtlgen::spec

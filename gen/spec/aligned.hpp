// Hex-aligned floats: a form of float<E,F> inside a Kernel. It has exactly the values of the format; only the bits
// differ, so that significands move by whole digits of four bits.
//
//   sign | h, E - 2 bits | m, F + 4 bits       e = max(exponent field, 1), h = e >> 2, m = (hidden . fraction) << (e &
//   3)
//
// A value is m * 2^(4 h - bias - F), also for subnormals. Without the sign, bits are ordered like magnitudes.
// Infinities and NaN, whose exponent field is all ones, have h all ones and the highest bit of m set; the fraction is
// below that bit. Zeros have m = 0 and h = 0.
//
// Catanzaro and Nelson, "Higher Radix Floating-Point Representations for FPGA-Based Arithmetic", FCCM 2005.
#pragma once

#include <cstdint>

namespace rtlgen::spec {

struct Type;

/// Whether `type` is a float with an aligned form of at most 64 bits.
bool can_align(const Type& type);

/// The aligned form of a format, with E + F + 3 bits; and the format of an aligned form.
Type aligned(const Type& type);
Type unaligned(const Type& type);

/// The bits of a value of `type`, which is not aligned, in its aligned form; and back. Every bit pattern of `type`
/// survives the round trip.
std::uint64_t aligned_bits(const Type& type, std::uint64_t bits);
std::uint64_t unaligned_bits(const Type& type, std::uint64_t aligned);

}  // namespace rtlgen::spec

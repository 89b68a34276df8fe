// Float arithmetic of the CPU on bit patterns, with rtlgen's one quiet NaN.
//
// Compiled into a Verilated core with replaced operators (gen/ops/native.hpp). Must be built with -ffp-contract=off, so
// that every operation is rounded separately.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace rtlgen_native {

template <class To, class From>
inline To as(From from) {
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
template <class Bits, class Float, Bits kNan>
inline Bits bits(Float value) {
  return value != value ? kNan : as<Bits>(value);
}
inline uint32_t f32(float value) { return bits<uint32_t, float, 0x7fc00000u>(value); }
inline uint64_t f64(double value) { return bits<uint64_t, double, 0x7ff8000000000000u>(value); }
inline uint32_t flush(uint32_t v) { return (v & 0x7f800000u) == 0 ? v & 0x80000000u : v; }
inline uint64_t flush(uint64_t v) { return (v & 0x7ff0000000000000u) == 0 ? v & 0x8000000000000000u : v; }
/// The smallest normal number, which the CPU may have reached by rounding up. With an unbounded exponent, as flush mode
/// requires, `scaled` (2^64 times the result) may be below it.
template <class Bits, class Float, Bits kSmallest>
inline Bits flush_product(Bits result, Float scaled) {
  const Bits magnitude = result & (~Bits{0} >> 1);
  const bool below = std::fabs(scaled) < as<Float>(kSmallest) * Float(0x1p64);
  return magnitude < kSmallest || (magnitude == kSmallest && below) ? result ^ magnitude : result;
}
#define RTLGEN_BINARY(prefix, B, F, name, op) \
  inline B prefix##_##name(B a, B b) { return prefix(as<F>(a) op as<F>(b)); }
// A sum of normal numbers that is not normal is exact.
#define RTLGEN_SUM(prefix, B, F, name, op) \
  RTLGEN_BINARY(prefix, B, F, name, op)    \
  inline B prefix##_flush_##name(B a, B b) { return flush(prefix##_##name(flush(a), flush(b))); }
#define RTLGEN_PRODUCT(prefix, B, F, kSmallest, name, op)                                           \
  RTLGEN_BINARY(prefix, B, F, name, op)                                                             \
  inline B prefix##_flush_##name(B a, B b) {                                                        \
    a = flush(a);                                                                                   \
    b = flush(b);                                                                                   \
    return flush_product<B, F, kSmallest>(prefix##_##name(a, b), as<F>(a) * F(0x1p64) op as<F>(b)); \
  }
#define RTLGEN_FORMAT(prefix, B, F, kSmallest)                               \
  RTLGEN_SUM(prefix, B, F, add, +)                                           \
  RTLGEN_SUM(prefix, B, F, sub, -)                                           \
  RTLGEN_PRODUCT(prefix, B, F, kSmallest, mul, *)                            \
  RTLGEN_PRODUCT(prefix, B, F, kSmallest, div, /)                            \
  inline B prefix##_square_root(B a) { return prefix(std::sqrt(as<F>(a))); } \
  inline B prefix##_flush_square_root(B a) { return flush(prefix##_square_root(flush(a))); }
RTLGEN_FORMAT(f32, uint32_t, float, 0x00800000u)
RTLGEN_FORMAT(f64, uint64_t, double, 0x0010000000000000u)
#undef RTLGEN_FORMAT
#undef RTLGEN_PRODUCT
#undef RTLGEN_SUM
#undef RTLGEN_BINARY

}  // namespace rtlgen_native

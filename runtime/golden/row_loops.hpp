// Loops over rows, only for the files that implement the operations.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "golden/row_ops.hpp"

/// Attribute for a function of loops: it is compiled for several vector widths, and the best one for the machine is
/// selected when the program is loaded (x86-64-v4: AVX-512 from any vendor). Functions that it calls are inlined,
/// because otherwise they would not be compiled for these widths.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define RTLGEN_VECTORISED __attribute__((flatten, target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define RTLGEN_VECTORISED
#endif

namespace rtlgen::golden {

template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 8, std::uint64_t,
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;

template <class T>
T from_bits(std::uint64_t bits) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(bits));
}

/// out[i] = f(a[i]) for rows.
template <class A, class R, class F>
void map_row(const A* __restrict a, int n, R* __restrict out, F f) {
  for (int i = 0; i < n; ++i) out[i] = f(a[i]);
}

/// out[i] = f(a, b), if at least one of the operands is a row.
template <class A, class B, class R, class F>
void map_rows(const Operand& a, const Operand& b, int n, R* __restrict out, F f) {
  const A* __restrict pa = static_cast<const A*>(a.row);
  const B* __restrict pb = static_cast<const B*>(b.row);
  if (pa != nullptr && pb != nullptr) {
    for (int i = 0; i < n; ++i) out[i] = f(pa[i], pb[i]);
  } else if (pa != nullptr) {
    const B sb = from_bits<B>(b.bits);
    for (int i = 0; i < n; ++i) out[i] = f(pa[i], sb);
  } else {
    const A sa = from_bits<A>(a.bits);
    for (int i = 0; i < n; ++i) out[i] = f(sa, pb[i]);
  }
}

}  // namespace rtlgen::golden

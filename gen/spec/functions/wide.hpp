// Unsigned 256-bit numbers modulo 2^256, which sin and pow of float64 need.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "support/int128.hpp"

namespace rtlgen::spec {

class Wide {
 public:
  Wide() = default;
  explicit Wide(Uint128 v) : w_{static_cast<std::uint64_t>(v), static_cast<std::uint64_t>(v >> 64)} {}
  explicit Wide(const std::array<std::uint64_t, 4>& words) : w_(words) {}

  [[nodiscard]] bool bit(int place) const { return (word(place / 64) >> (place % 64) & 1) != 0; }
  [[nodiscard]] bool is_zero() const { return (w_[0] | w_[1] | w_[2] | w_[3]) == 0; }

  /// Place of the leading one; 0 for zero.
  [[nodiscard]] int leading() const {
    for (int i = 3; i > 0; --i) {
      if (word(i) != 0) return 64 * i + static_cast<int>(std::bit_width(word(i))) - 1;
    }
    return w_[0] == 0 ? 0 : static_cast<int>(std::bit_width(w_[0])) - 1;
  }

  /// 64 bits from place `low` up, which may be negative; zeros beyond the ends.
  [[nodiscard]] std::uint64_t from(int low) const {
    const int i = low >= 0 ? low / 64 : -((63 - low) / 64);
    const int shift = low - 64 * i;
    return shift == 0 ? word(i) : word(i) >> shift | word(i + 1) << (64 - shift);
  }

  /// The low `bits` bits, inverted.
  [[nodiscard]] Wide inverted(int bits) const {
    Wide out = *this;
    for (int i = 0; i < 4; ++i) {
      const int here = bits - 64 * i;
      const std::uint64_t mask = here >= 64 ? ~std::uint64_t{0} : here <= 0 ? 0 : (std::uint64_t{1} << here) - 1;
      out.at(i) = ~out.at(i) & mask;
    }
    return out;
  }

  friend Wide operator*(const Wide& a, std::uint64_t b) {
    Wide out;
    Uint128 carry = 0;
    for (int i = 0; i < 4; ++i) {
      carry += static_cast<Uint128>(a.word(i)) * b;
      out.at(i) = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return out;
  }

  friend Wide operator+(const Wide& a, const Wide& b) {
    Wide out;
    Uint128 carry = 0;
    for (int i = 0; i < 4; ++i) {
      carry += static_cast<Uint128>(a.word(i)) + b.word(i);
      out.at(i) = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return out;
  }

  friend Wide operator-(const Wide& a, const Wide& b) { return a + b.inverted(256) + Wide(1); }

  friend Wide operator<<(const Wide& a, int by) {
    return Wide({a.from(-by), a.from(64 - by), a.from(128 - by), a.from(192 - by)});
  }
  friend Wide operator>>(const Wide& a, int by) {
    return Wide({a.from(by), a.from(64 + by), a.from(128 + by), a.from(192 + by)});
  }

  [[nodiscard]] Uint128 low() const { return static_cast<Uint128>(w_[1]) << 64 | w_[0]; }

 private:
  [[nodiscard]] std::uint64_t word(int i) const { return i < 0 || i > 3 ? 0 : w_[static_cast<std::size_t>(i)]; }
  std::uint64_t& at(int i) { return w_[static_cast<std::size_t>(i)]; }

  std::array<std::uint64_t, 4> w_{};
};

}  // namespace rtlgen::spec

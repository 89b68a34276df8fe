// Counts with units. Words, tokens, beats and bits are all counts, and functions take several of them. A Count<Unit>
// converts from and to a number only explicitly, and does not mix with another unit.
//
//     const Tokens behind = Tokens(words.value()) + run_lag;   // states that a word is a token here
//     const std::int64_t beats = bits / Bits(512);             // the number of times that one fits into the other
//
// They are for arithmetic over several units. A function with only one unit can use a number named after the unit.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>

namespace rtlgen {

template <class Unit>
class Count {
 public:
  constexpr Count() = default;
  constexpr explicit Count(std::integral auto value) : value_(static_cast<std::int64_t>(value)) {}

  [[nodiscard]] constexpr std::int64_t value() const { return value_; }

  constexpr Count& operator+=(Count other) {
    value_ += other.value_;
    return *this;
  }
  friend constexpr Count operator+(Count a, Count b) { return Count(a.value_ + b.value_); }
  friend constexpr Count operator-(Count a, Count b) { return Count(a.value_ - b.value_); }
  friend constexpr Count operator*(Count a, std::int64_t times) { return Count(a.value_ * times); }
  friend constexpr Count operator*(std::int64_t times, Count a) { return Count(times * a.value_); }
  /// The number of times that `b` fits into `a`, rounded towards 0.
  friend constexpr std::int64_t operator/(Count a, Count b) { return a.value_ / b.value_; }
  /// The remainder.
  friend constexpr Count operator%(Count a, Count b) { return Count(a.value_ % b.value_); }

  friend constexpr bool operator==(Count, Count) = default;
  friend constexpr std::strong_ordering operator<=>(Count, Count) = default;

 private:
  std::int64_t value_ = 0;
};

using Words = Count<struct WordUnit>;    ///< P cells each, as the core receives them
using Tokens = Count<struct TokenUnit>;  ///< words and fillers
using Beats = Count<struct BeatUnit>;    ///< transfers of a memory bus
using Bits = Count<struct BitUnit>;

}  // namespace rtlgen

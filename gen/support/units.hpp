// Counts of one unit. Words, tokens, beats and bits are all numbers of something that passes by, and functions take
// several of them: a Count<Unit> is converted from and to a number aloud only, and does not mix with another unit.
//
//     const Tokens behind = Tokens(words.value()) + run_lag;   // says that a word is a token here
//     const std::int64_t beats = bits / Bits(512);             // how often one goes into the other
//
// They are for arithmetic over several units. Where a function knows one unit only, a number named after it will do.
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
  /// How often `b` goes into `a`, rounded towards 0.
  friend constexpr std::int64_t operator/(Count a, Count b) { return a.value_ / b.value_; }
  /// What is left of `a` then.
  friend constexpr Count operator%(Count a, Count b) { return Count(a.value_ % b.value_); }

  friend constexpr bool operator==(Count, Count) = default;
  friend constexpr std::strong_ordering operator<=>(Count, Count) = default;

 private:
  std::int64_t value_ = 0;
};

using Words = Count<struct WordUnit>;    ///< P cells each, as the core takes them
using Tokens = Count<struct TokenUnit>;  ///< words and fillers
using Beats = Count<struct BeatUnit>;    ///< of a memory bus
using Bits = Count<struct BitUnit>;

}  // namespace rtlgen

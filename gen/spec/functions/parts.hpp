// Common parts of the definitions of functions: tables over equal pieces, constants, 2^z and logarithms.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "spec/functions/functions.hpp"
#include "spec/functions/soft_float.hpp"
#include "spec/real.hpp"
#include "spec/type.hpp"
#include "support/check.hpp"

namespace rtlgen::spec {

inline std::uint64_t low_bits(std::uint64_t v, int count) { return v & ((std::uint64_t{1} << count) - 1); }

/// The value of the part of a table that starts at row `first`; `bits` are index and u.
inline Int128 value_at(const Table& t, std::uint64_t first, std::uint64_t bits) {
  return look_up(t, first + (bits >> t.argument_bits), low_bits(bits, t.argument_bits));
}

/// Values are computed once per format and kept until the program ends; any thread may request them. The format that a
/// thread requested last is returned without taking a lock.
template <auto make>
const auto& remembered(const Type& type) {
  using Sizes = decltype(make(type));
  static std::mutex mutex;
  static std::map<std::pair<int, int>, Sizes> known;
  thread_local std::pair<int, int> last_key;
  thread_local const Sizes* last = nullptr;
  const auto key = std::make_pair(type.exponent, type.fraction);
  if (last != nullptr && last_key == key) return *last;
  RTLGEN_CHECK(type.is_float(), "no elementary functions of " + type.name());
  const std::lock_guard lock(mutex);
  auto found = known.find(key);
  if (found == known.end()) found = known.emplace(key, make(type)).first;
  last_key = key;
  last = &found->second;
  return *last;
}

/// 2^index_bits equal pieces of [low, high).
std::vector<Piece> even_pieces(double low, double high, int index_bits);
void append(std::vector<Piece>& to, const std::vector<Piece>& more);

/// Common settings of the tables of a format: scale, argument bits, and the accuracy of most tables. Formats with at
/// most 24 bits of significand have polynomials of degree 3 at most.
TableRequest table_request(const Type& t);

/// constant * 2^scale, rounded to nearest; `set` writes the constant.
template <class F>
Uint128 fixed_constant(int scale, F set) {
  Real c(192);
  set(c.get());
  mpfr_mul_2si(c.get(), c.get(), scale, MPFR_RNDN);
  return fixed_point(c.get());
}

/// Exponent fields below this: |x| < 2^-(1 + F/2), so x^2 is at most a quarter of the last place of 1.
int tiny_fields(const Type& t);

Exp2Sizes make_exp2(const Type& t);
enum class Base : std::uint8_t { kE, kTwo, kTen };
LogSizes make_logarithm(const Type& t, Base base, int accuracy);
/// 2 / m for m in [1, 2), from `argument_bits` bits of m - 1.
Table make_reciprocal(const Type& t, int argument_bits);

/// +-2^z, z = +-magnitude / 2^scale.
std::uint64_t two_to(const Type& t, const Exp2Sizes& s, bool negative, Uint128 magnitude, bool result_negative,
                     bool flush);

/// 2^z outside the range: infinity or zero.
std::uint64_t out_of_range(const Type& t, bool small, bool negative);

/// exponent * log(2) + log(m).
struct LogParts {
  int exponent = 0;
  Int128 part = 0;  ///< log(m) at sizes.scale
};
LogParts logarithm(const Type& t, const LogSizes& s, const Normal& x);

}  // namespace rtlgen::spec

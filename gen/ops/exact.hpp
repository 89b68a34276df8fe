// Parts of the exact evaluation of operators: the numbers that bits stand for, computed in 128-bit integers, rationals
// and MPFR's reals, and rounded once.
//
// This is one of two oracles. The golden engine (runtime/golden) evaluates operations separately; tests compare both.
// They share spec/real.hpp, which defines what float bits stand for, and the definitions of functions whose result is
// not the nearest number. Otherwise, neither may use the other. Nothing here is shared with the datapaths either.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/request.hpp"
#include "spec/operations.hpp"
#include "spec/real.hpp"
#include "support/int128.hpp"

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops::detail {

using Operands = std::vector<std::uint64_t>;

/// Convert integer or fixed-point bits to a number of units, and back, modulo 2^width.
Int128 load_units(const spec::Type& t, std::uint64_t bits);
std::uint64_t store_units(const spec::Type& t, Int128 v);

mpq_class rational_of(const spec::Type& t, std::uint64_t bits);
/// A rational in the fixed-point format of the result: rounded, then wrapped or saturated.
std::uint64_t fitted(const Request& r, const mpq_class& value);
/// The least or the largest value of a fixed-point or integer type, as bits; and `units`, saturated to these.
std::uint64_t extreme_bits(const spec::Type& t, bool negative);
std::uint64_t saturated(const spec::Type& t, const mpz_class& units);

/// The operands of a float operator.
class Reals {
 public:
  Reals(const Request& r, const Operands& operands);
  mpfr_ptr operator[](std::size_t i) { return all_[i]->get(); }

 private:
  std::vector<std::unique_ptr<spec::Real>> all_;
};

/// `bits`, or with flush the zero that replaces a subnormal.
std::uint64_t flushed_bits(const Request& r, std::uint64_t bits);

/// Evaluates f on units, as `exact.wholes`, and as `exact.fixed` if that is the same.
template <auto f>
std::uint64_t by_units(const Request& r, const Operands& operands) {
  std::vector<Int128> x;
  for (const std::uint64_t bits : operands) x.push_back(load_units(r.operand, bits));
  return store_units(r.result, f(x));
}

/// Evaluates f on numbers and rounds once, as `exact.fixed`.
template <auto f>
std::uint64_t by_rationals(const Request& r, const Operands& operands) {
  std::vector<mpq_class> x;
  for (const std::uint64_t bits : operands) x.push_back(rational_of(r.operand, bits));
  return fitted(r, f(x));
}

/// Evaluates f(q, x) on reals, as `exact.floats`; f returns MPFR's ternary value.
template <auto f>
std::uint64_t by_reals(const Request& r, const Operands& operands) {
  Reals x(r, operands);
  return spec::rounded(r.result, r.flush_subnormals, [&](mpfr_ptr q) { return f(q, x); });
}

/// Whether f holds for the reals.
template <auto f>
std::uint64_t truth_of_reals(const Request& r, const Operands& operands) {
  Reals x(r, operands);
  return f(x) ? 1 : 0;
}

/// The language's definition of the function (spec/operations.inc), which operators implement again.
inline std::uint64_t by_definition(const Request& r, const Operands& operands) {
  return spec::operation_of(r.function.op).bits(r.operand, operands.data(), r.flush_subnormals);
}

}  // namespace rtlgen::ops::detail

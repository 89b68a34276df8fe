// The table of operations, and queries on it.
#include "spec/operations.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "spec/functions/functions.hpp"
#include "spec/hard_float.hpp"
#include "spec/real.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

/// The square root of a fraction, if it is rational.
bool rational_root(const RationalCall& c) {
  if (mpz_perfect_square_p(mpq_numref(c.x[0])) == 0 || mpz_perfect_square_p(mpq_denref(c.x[0])) == 0) return false;
  mpz_sqrt(mpq_numref(c.q), mpq_numref(c.x[0]));
  mpz_sqrt(mpq_denref(c.q), mpq_denref(c.x[0]));
  return true;
}

/// A fraction rounded to an integer: down, up or toward zero, by `quotient`.
template <auto quotient>
bool rational_whole(const RationalCall& c) {
  quotient(mpq_numref(c.q), mpq_numref(c.x[0]), mpq_denref(c.x[0]));
  mpz_set_ui(mpq_denref(c.q), 1);
  return true;
}

/// floor(|x| + 1/2) with the sign of x; with `even`, a half goes to the even number.
template <bool even>
bool rational_nearest(const RationalCall& c) {
  const mpz_srcptr n = mpq_numref(c.x[0]);
  const mpz_srcptr d = mpq_denref(c.x[0]);
  const mpz_ptr q = mpq_numref(c.q);
  const mpz_ptr rest = mpq_denref(c.q);
  mpz_tdiv_qr(q, rest, n, d);
  mpz_mul_2exp(rest, rest, 1);
  const int side = mpz_cmpabs(rest, d);
  if (side > 0 || (side == 0 && (!even || mpz_odd_p(q) != 0)))
    mpz_sgn(n) < 0 ? mpz_sub_ui(q, q, 1) : mpz_add_ui(q, q, 1);
  mpz_set_ui(rest, 1);
  return true;
}

/// A hard block counts as a few tens of LUTs, so that sharing saves blocks too.
constexpr FloatLuts kBlockLuts{.per_bit = 2, .square = 0};

constexpr auto kTable = std::to_array<Operation>({
#define RTLGEN_LEAF(name, ...) {.op = Op::name, __VA_ARGS__},
#define RTLGEN_OPERATION(name, ...) {.op = Op::name, __VA_ARGS__},
#define RTLGEN_SPELLING(name, ...) {.op = Op::name, __VA_ARGS__},
#include "spec/operations.inc"
#undef RTLGEN_LEAF
#undef RTLGEN_OPERATION
#undef RTLGEN_SPELLING
});

constexpr std::size_t kFirstWord = [] {
  std::size_t i = 0;
  while (kTable[i].symbol.empty()) ++i;
  return i;
}();

constexpr std::size_t kOps = [] {
  std::size_t most = 0;
  for (const Operation& o : kTable) most = std::max(most, static_cast<std::size_t>(o.op));
  return most + 1;
}();

/// Index of the first row of each operation.
constexpr auto kRows = [] {
  std::array<std::uint8_t, kOps> rows{};
  for (std::size_t i = kTable.size(); i-- > 0;)
    rows[static_cast<std::size_t>(kTable[i].op)] = static_cast<std::uint8_t>(i);
  return rows;
}();

}  // namespace

std::span<const Operation> operations() { return std::span(kTable).subspan(kFirstWord); }

const Operation& operation_of(Op op) { return kTable[kRows.at(static_cast<std::size_t>(op))]; }

const Operation* function_called(std::string_view Operation::*column, std::string_view word) {
  for (const Operation& row : operations()) {
    std::string_view rest = row.*column;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (rest.substr(0, end) == word) return &row;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return nullptr;
}

bool takes(Operands operands, const Type& type) {
  switch (operands) {
    case Operands::kAny:
      return true;
    case Operands::kIntegers:
      return type.is_integer();
    case Operands::kFractions:
      return type.is_float() || type.is_fixed();
    case Operands::kFloatsAndIntegers:
      return type.is_float() || type.is_integer();
    case Operands::kFloats:
      return type.is_float();
    case Operands::kConditions:
      return type == Type::boolean();
  }
  return false;
}

std::string_view words_for(Operands operands) {
  switch (operands) {
    case Operands::kAny:
      return "all types";
    case Operands::kIntegers:
      return "integers";
    case Operands::kFractions:
      return "floats or fixed point";
    case Operands::kFloatsAndIntegers:
      return "floats or integers";
    case Operands::kFloats:
      return "floating-point values";
    case Operands::kConditions:
      return "conditions";
  }
  return "";
}

}  // namespace rtlgen::spec

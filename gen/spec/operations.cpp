// The table of operations, and what asks it.
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

/// The square root of a fraction of two squares.
bool rational_root(const RationalCall& c) {
  if (mpz_perfect_square_p(mpq_numref(c.x[0])) == 0 || mpz_perfect_square_p(mpq_denref(c.x[0])) == 0) return false;
  mpz_sqrt(mpq_numref(c.q), mpq_numref(c.x[0]));
  mpz_sqrt(mpq_denref(c.q), mpq_denref(c.x[0]));
  return true;
}

/// A hard block stands for a few tens of LUTs: sharing is to save blocks too.
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

/// Where the first row of each operation is.
constexpr auto kRows = [] {
  std::array<std::uint8_t, kOps> rows{};
  for (std::size_t i = kTable.size(); i-- > 0;)
    rows[static_cast<std::size_t>(kTable[i].op)] = static_cast<std::uint8_t>(i);
  return rows;
}();

}  // namespace

std::span<const Operation> operations() { return std::span(kTable).subspan(kFirstWord); }

const Operation& operation_of(Op op) { return kTable[kRows.at(static_cast<std::size_t>(op))]; }

bool takes(Operands operands, const Type& type) {
  switch (operands) {
    case Operands::kAny:
      return true;
    case Operands::kIntegers:
      return type.is_integer();
    case Operands::kFloats:
      return type.is_float();
    case Operands::kSmallFloats:
      return has_functions(type);
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
    case Operands::kFloats:
      return "floating-point values";
    case Operands::kSmallFloats:
      return "floats of at most 23 fraction bits";
    case Operands::kConditions:
      return "conditions";
  }
  return "";
}

}  // namespace rtlgen::spec

// Type names and the usual arithmetic conversions; ap_int and ap_fixed as in Vivado's headers (UG902).
#include "import/c_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace rtlgen::importer {

namespace {

constexpr int kWidest = 64;

bool is_exact(const CType& t) { return t.kind == CType::Kind::kApInt || t.kind == CType::Kind::kFixed; }

/// Bits before the binary point that hold `t` in a type of signedness `is_signed`.
int integer_bits(const CType& t, bool is_signed) { return t.width - t.fraction + (is_signed && !t.is_signed ? 1 : 0); }

std::optional<CType> of_bits(bool fixed, bool is_signed, int integer, int fraction) {
  const int width = integer + fraction;
  if (width > kWidest || integer < 0) return std::nullopt;
  return fixed ? CType::fixed(is_signed, width, fraction) : CType::exact(is_signed, width);
}

/// Operands of an exact operation are widened to a type that holds both of them and the result.
std::optional<CType> exact_common(const CType& a, const CType& b, char op) {
  const bool fixed = a.is_fixed() || b.is_fixed();
  const bool is_signed = a.is_signed || b.is_signed;
  const int ia = integer_bits(a, is_signed);
  const int ib = integer_bits(b, is_signed);
  const int fraction = std::max(a.fraction, b.fraction);
  switch (op) {
    case '+':
      return of_bits(fixed, is_signed, std::max(ia, ib) + 1, fraction);
    case '-':
      return of_bits(fixed, true, std::max(ia, ib) + 1, fraction);
    case '*':
      return of_bits(fixed, is_signed, a.width + b.width - a.fraction - b.fraction, a.fraction + b.fraction);
    case '/':
      if (fixed) return std::nullopt;  // fixed-point quotients are rounded differently
      return of_bits(false, is_signed, std::max(ia + (b.is_signed ? 1 : 0), ib), 0);
    case '%':
    case '&':
    case '|':
    case '^':
      if (fixed) return std::nullopt;
      [[fallthrough]];
    default:
      return of_bits(fixed, is_signed, std::max(ia, ib), fraction);
  }
}

}  // namespace

std::string CType::spelling() const {
  switch (kind) {
    case Kind::kBool:
      return "uint<1>";
    case Kind::kFloat:
      return fmt::format("float{}", width);
    case Kind::kFixed:
      return fmt::format("{}fixed<{},{}>", is_signed ? "" : "u", width, fraction);
    default:
      break;
  }
  const bool native = width == 8 || width == 16 || width == 32 || width == 64;
  const char* const sign = is_signed ? "" : "u";
  return native ? fmt::format("{}int{}", sign, width) : fmt::format("{}int<{}>", sign, width);
}

std::optional<CType> soda_type(const std::string& word) {
  if (word == "float") return CType::floating(32);
  if (word == "double") return CType::floating(64);
  if (word == "half") return CType::floating(16);
  static const std::regex pattern("(u?int|float)([0-9]{1,6})(?:_([0-9]{1,6}))?");
  std::smatch m;
  if (!std::regex_match(word, m, pattern)) return std::nullopt;
  const int width = std::stoi(m[2]);
  const CType unknown{CType::Kind::kInt, true, 0, 0};
  if (m[1] == "float") {
    const bool known = !m[3].matched && (width == 16 || width == 32 || width == 64);
    return known ? CType::floating(width) : unknown;
  }
  const bool is_signed = m[1] == "int";
  if (width < 1 || width > kWidest) return unknown;
  if (m[3].matched) {
    const int integer = std::stoi(m[3]);
    return integer <= width ? CType::fixed(is_signed, width, width - integer) : unknown;
  }
  const bool native = width == 8 || width == 16 || width == 32 || width == 64;
  return native ? CType::integer(is_signed, width) : CType::exact(is_signed, width);
}

std::optional<CType> numpy_type(const std::string& word) {
  if (word == "bool") return CType::boolean();
  static const std::regex pattern("(u?int|float)(8|16|32|64)");
  std::smatch m;
  if (!std::regex_match(word, m, pattern) || word == "float8") return std::nullopt;
  const int width = std::stoi(m[2]);
  return m[1] == "float" ? CType::floating(width) : CType::integer(m[1] == "int", width);
}

CType promoted(const CType& type) {
  const bool narrow = type.kind == CType::Kind::kBool || (type.kind == CType::Kind::kInt && type.width < 32);
  return narrow ? CType::integer(true, 32) : type;
}

std::optional<CType> common_type(const CType& a, const CType& b, char op) {
  if (a.is_float() || b.is_float()) {
    if (a.is_fixed() || b.is_fixed() || op == '%' || op == '&' || op == '|' || op == '^') return std::nullopt;
    if (a.is_float() && b.is_float()) return CType::floating(std::max(a.width, b.width));
    return a.is_float() ? a : b;
  }
  if (op == '?' && a == b) return a;
  const CType pa = promoted(a);
  const CType pb = promoted(b);
  if (is_exact(pa) || is_exact(pb)) return exact_common(pa, pb, op);
  const int width = std::max(pa.width, pb.width);
  const bool unsigned_wins = (!pa.is_signed && pa.width == width) || (!pb.is_signed && pb.width == width);
  return CType::integer(!unsigned_wins, width);
}

CType result_type(const CType& a, const CType& b, const CType& common, char op) {
  if (common.kind != CType::Kind::kApInt) return common;
  const CType pa = promoted(a);
  const CType pb = promoted(b);
  const bool is_signed = pa.is_signed || pb.is_signed;
  if (op == '/') return CType::exact(is_signed, std::min(common.width, pa.width + (pb.is_signed ? 1 : 0)));
  if (op == '%') {
    const int divisor = pb.width + (!pb.is_signed && pa.is_signed ? 1 : 0);
    return CType::exact(pa.is_signed, std::min(pa.width, divisor));
  }
  return common;
}

}  // namespace rtlgen::importer

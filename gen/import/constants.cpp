// Literals, conversions and folding in the host's IEEE arithmetic; integers wrap.
#include "import/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace rtlgen::importer {

namespace {

/// `value` modulo 2^width, as a number of the type.
Int128 wrapped(Int128 value, const CType& type) {
  const Uint128 mask = (Uint128{1} << type.width) - 1;
  Uint128 bits = static_cast<Uint128>(value) & mask;
  const bool negative = type.is_signed && ((bits >> (type.width - 1)) & 1U) != 0;
  return negative ? static_cast<Int128>(bits) - static_cast<Int128>(mask) - 1 : static_cast<Int128>(bits);
}

double rounded(double value, const CType& type) {
  return type.width == 32 ? static_cast<double>(static_cast<float>(value)) : value;
}

bool fits(Int128 value, const CType& type) { return wrapped(value, type) == value; }

std::optional<Constant> integer_literal(const std::string& digits, int base, std::string suffix, Fault& fault) {
  const auto letters = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), letters);
  static const std::vector<std::string> known = {"", "u", "l", "ul", "lu", "ll", "ull", "llu"};
  if (digits.empty() || std::find(known.begin(), known.end(), suffix) == known.end()) {
    fault = Fault::kNotANumber;
    return std::nullopt;
  }
  errno = 0;
  char* end = nullptr;
  const unsigned long long value = std::strtoull(digits.c_str(), &end, base);
  if (*end != '\0' || errno == ERANGE) {
    fault = errno == ERANGE ? Fault::kRange : Fault::kNotANumber;
    return std::nullopt;
  }
  const bool has_u = suffix.find('u') != std::string::npos;
  const bool has_l = suffix.find('l') != std::string::npos;
  for (const int width : {32, 64}) {
    if (width == 32 && has_l) continue;
    for (const bool is_signed : {true, false}) {
      if (is_signed ? has_u : (base == 10 && !has_u)) continue;
      const CType type = CType::integer(is_signed, width);
      if (fits(static_cast<Int128>(value), type)) return Constant{type, static_cast<Int128>(value), 0};
    }
  }
  fault = Fault::kRange;
  return std::nullopt;
}

std::optional<Constant> float_literal(std::string text, Fault& fault) {
  const char last = static_cast<char>(std::tolower(static_cast<unsigned char>(text.back())));
  if (last == 'l') {
    fault = Fault::kNoType;
    return std::nullopt;
  }
  if (last == 'f') text.pop_back();
  char* end = nullptr;
  Constant out;
  out.type = CType::floating(last == 'f' ? 32 : 64);
  out.real = last == 'f' ? static_cast<double>(std::strtof(text.c_str(), &end)) : std::strtod(text.c_str(), &end);
  if (*end != '\0')
    fault = Fault::kNotANumber;
  else if (!std::isfinite(out.real))
    fault = Fault::kRange;
  if (fault != Fault::kNone) return std::nullopt;
  return out;
}

template <class T>
T real_operation(char op, T a, T b) {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    default:
      return a / b;
  }
}

Constant truth(bool value) { return {CType::boolean(), value ? 1 : 0, 0}; }

bool compare(const std::string& op, const Constant& a, const Constant& b) {
  const bool less = a.type.is_float() ? a.real < b.real : a.whole < b.whole;
  const bool equal = a.type.is_float() ? a.real == b.real : a.whole == b.whole;
  if (op == "<") return less;
  if (op == "<=") return less || equal;
  const bool ordered = !a.type.is_float() || !(std::isnan(a.real) || std::isnan(b.real));
  if (op == ">") return ordered && !less && !equal;
  if (op == ">=") return ordered && !less;
  return (op == "==") == equal;
}

/// The smaller of two zeros is the negative one, as in rtlgen; C leaves it open.
template <class T>
T least(T a, T b) {
  if (a == 0 && b == 0) return std::signbit(a) ? a : b;
  return std::fmin(a, b);
}

template <class T>
std::optional<T> function(const std::string& name, const std::vector<T>& x) {
  if (name == "sqrt") return std::sqrt(x[0]);
  if (name == "abs") return std::fabs(x[0]);
  if (name == "floor") return std::floor(x[0]);
  if (name == "ceil") return std::ceil(x[0]);
  if (name == "trunc") return std::trunc(x[0]);
  if (name == "round") return std::round(x[0]);
  if (name == "rint") return std::nearbyint(x[0]);
  if (name == "fma") return std::fma(x[0], x[1], x[2]);
  if (name == "min") return least(x[0], x[1]);
  if (name == "max") return -least(-x[0], -x[1]);
  return std::nullopt;
}

}  // namespace

std::optional<Constant> parse_literal(const std::string& text, Fault& fault) {
  fault = Fault::kNone;
  const bool prefixed = text.size() > 2 && text[0] == '0';
  const bool hex = prefixed && (text[1] == 'x' || text[1] == 'X');
  const bool binary = prefixed && (text[1] == 'b' || text[1] == 'B');
  if (!hex && text.find_first_of(".eE") != std::string::npos) return float_literal(text, fault);
  const std::size_t begin = hex || binary ? 2 : 0;
  const std::size_t end =
      std::min(text.find_first_not_of(hex ? "0123456789abcdefABCDEF" : "0123456789", begin), text.size());
  const int base = hex ? 16 : binary ? 2 : text[0] == '0' ? 8 : 10;
  const std::string suffix = text.substr(end);
  if (base != 16 && (suffix == "f" || suffix == "F")) {
    fault = Fault::kNotANumber;  // 2f is not a number in C
    return std::nullopt;
  }
  return integer_literal(text.substr(begin, end - begin), base, suffix, fault);
}

std::optional<Constant> convert(const Constant& value, const CType& type, Fault& fault) {
  const bool known = type.kind == CType::Kind::kBool || type.kind == CType::Kind::kInt ||
                     type.kind == CType::Kind::kApInt || (type.is_float() && type.width != 16);
  if (!known) return std::nullopt;
  if (type.kind == CType::Kind::kBool) return truth(!value.is_zero());
  if (type.is_float()) {
    return Constant{type, 0,
                    rounded(value.type.is_float() ? value.real
                            : type.width == 32    ? static_cast<double>(static_cast<float>(value.whole))
                                                  : static_cast<double>(value.whole),
                            type)};
  }
  if (!value.type.is_float()) return Constant{type, wrapped(value.whole, type), 0};
  if (!(std::fabs(value.real) < 1.8e19)) {
    fault = Fault::kRange;
    return std::nullopt;
  }
  const Int128 whole = static_cast<Int128>(value.real);
  if (!fits(whole, type)) {
    fault = Fault::kRange;
    return std::nullopt;
  }
  return Constant{type, whole, 0};
}

std::optional<Constant> fold(const std::string& op, const Constant& a, const Constant& b, const CType& result,
                             Fault& fault) {
  if (op == "&&") return truth(!a.is_zero() && !b.is_zero());
  if (op == "||") return truth(!a.is_zero() || !b.is_zero());
  if (op.size() == 2 || op == "<" || op == ">") return truth(compare(op, a, b));
  if (a.type.is_float()) {
    const double value =
        a.type.width == 32
            ? static_cast<double>(real_operation(op[0], static_cast<float>(a.real), static_cast<float>(b.real)))
            : real_operation(op[0], a.real, b.real);
    return Constant{result, 0, value};
  }
  if ((op == "/" || op == "%") && b.whole == 0) {
    fault = Fault::kZeroDivisor;
    return std::nullopt;
  }
  Int128 value = 0;
  switch (op[0]) {
    case '+':
      value = a.whole + b.whole;
      break;
    case '-':
      value = a.whole - b.whole;
      break;
    case '*':
      value = static_cast<Int128>(static_cast<Uint128>(a.whole) * static_cast<Uint128>(b.whole));
      break;
    case '/':
      value = a.whole / b.whole;
      break;
    case '%':
      value = a.whole % b.whole;
      break;
    case '&':
      value = a.whole & b.whole;
      break;
    case '|':
      value = a.whole | b.whole;
      break;
    default:
      value = a.whole ^ b.whole;
      break;
  }
  return Constant{result, wrapped(value, result), 0};
}

std::optional<Constant> fold_unary(const std::string& op, const Constant& a, Fault& fault) {
  if (op == "!") return truth(a.is_zero());
  if (op == "+") return a;
  if (op == "-" && a.type.is_float()) return Constant{a.type, 0, -a.real};
  if (a.type.is_float()) {
    fault = Fault::kNoType;
    return std::nullopt;
  }
  return Constant{a.type, wrapped(op == "-" ? -a.whole : ~a.whole, a.type), 0};
}

std::optional<Constant> fold_function(const std::string& name, const std::vector<Constant>& arguments) {
  const CType type = arguments[0].type;
  std::vector<double> wide;
  std::vector<float> narrow;
  for (const Constant& argument : arguments) {
    wide.push_back(argument.real);
    narrow.push_back(static_cast<float>(argument.real));
  }
  const std::optional<double> value =
      type.width == 32 ? std::optional<double>(function(name, narrow)) : function(name, wide);
  if (!value) return std::nullopt;
  return Constant{type, 0, *value};
}

std::string spelled(const Constant& value) {
  if (!value.type.is_float()) {
    const bool negative = value.whole < 0;
    const auto magnitude = static_cast<unsigned long long>(negative ? -value.whole : value.whole);
    return (negative ? "-" : "") + std::to_string(magnitude);
  }
  const std::string zero = fmt::format("{}(0)", value.type.spelling());
  if (std::isnan(value.real)) return fmt::format("(0 / {})", zero);
  if (std::isinf(value.real)) return fmt::format("({} / {})", value.real < 0 ? -1 : 1, zero);
  if (value.real == 0 && std::signbit(value.real)) return fmt::format("(-{})", zero);
  return value.type.width == 32 ? fmt::format("{}", static_cast<float>(value.real)) : fmt::format("{}", value.real);
}

}  // namespace rtlgen::importer

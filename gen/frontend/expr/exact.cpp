// Rational arithmetic on constants by GMP; irrational results by MPFR.
#include "frontend/expr/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "spec/operations.hpp"
#include "spec/real.hpp"
#include "spec/type.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Op;

constexpr long kMaxLiteralExponent = 8000;
constexpr std::size_t kMaxLiteralLength = 2000;
constexpr unsigned long kMaxShift = 8192;

ExactResult fault(ExactFault what) { return {Exact(0), what}; }

ExactResult checked(Exact value) {
  const std::size_t bits =
      mpz_sizeinbase(value.get_num().get_mpz_t(), 2) + mpz_sizeinbase(value.get_den().get_mpz_t(), 2);
  if (bits > kMaxExactBits) return fault(ExactFault::kTooLarge);
  return {std::move(value), ExactFault::kNone};
}

ExactResult exact_value(spec::Real& result) {
  if (mpfr_zero_p(result.get()) != 0) return {Exact(0), ExactFault::kNone};
  if (mpfr_regular_p(result.get()) == 0) return fault(ExactFault::kTooLarge);
  mpz_class significand;
  const mpfr_exp_t exponent = mpfr_get_z_2exp(significand.get_mpz_t(), result.get());
  if (std::labs(exponent) > static_cast<long>(kMaxExactBits)) return fault(ExactFault::kTooLarge);
  Exact out(significand);
  if (exponent >= 0)
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  return checked(std::move(out));
}

/// Evaluates an irrational operation with its `real`; the result counts as exact.
ExactResult evaluated(Op op, const std::vector<Exact>& operands) {
  std::vector<std::unique_ptr<spec::Real>> reals;
  std::vector<mpfr_srcptr> x;
  for (const Exact& operand : operands) {
    reals.push_back(std::make_unique<spec::Real>(static_cast<int>(kFunctionPrecision)));
    mpfr_set_q(reals.back()->get(), operand.get_mpq_t(), MPFR_RNDN);
    x.push_back(reals.back()->get());
  }
  spec::Real result(static_cast<int>(kFunctionPrecision));
  spec::operation_of(op).real({result.get(), x.data()});
  return exact_value(result);
}

/// Evaluates an operation on numbers, by rational arithmetic if possible.
ExactResult number(const spec::Operation& row, const std::vector<Exact>& operands) {
  if (row.domain != spec::Domain::kAll) {
    const bool outside = row.domain == spec::Domain::kPositive ? operands[0] <= 0 : operands[0] < 0;
    if (outside) return fault(ExactFault::kNegative);
  }
  if (row.rational != nullptr) {
    std::vector<mpq_srcptr> x;
    x.reserve(operands.size());
    for (const Exact& operand : operands) x.push_back(operand.get_mpq_t());
    Exact out;
    if (row.rational({out.get_mpq_t(), x.data()})) return checked(std::move(out));
  }
  return evaluated(row.op, operands);
}

/// The exact power, for exponents and results of reasonable size.
ExactResult whole_power(const Exact& base, long exponent) {
  const std::size_t bits =
      mpz_sizeinbase(base.get_num().get_mpz_t(), 2) + mpz_sizeinbase(base.get_den().get_mpz_t(), 2);
  const auto times = static_cast<unsigned long>(exponent < 0 ? -exponent : exponent);
  if (times > 2 * kMaxExactBits || bits * times > 2 * kMaxExactBits) return fault(ExactFault::kTooLarge);
  Exact out;
  mpz_pow_ui(out.get_num().get_mpz_t(), base.get_num().get_mpz_t(), times);
  mpz_pow_ui(out.get_den().get_mpz_t(), base.get_den().get_mpz_t(), times);
  return checked(exponent < 0 ? 1 / out : out);
}

ExactResult power_of(const Exact& base, const Exact& exponent) {
  if (exponent == 0 || base == 1) return {Exact(1), ExactFault::kNone};
  if (base == 0) return exponent < 0 ? fault(ExactFault::kZeroDivisor) : ExactResult{base, ExactFault::kNone};
  if (is_integer(exponent)) {
    if (base == -1) return {Exact(mpz_odd_p(exponent.get_num().get_mpz_t()) != 0 ? -1 : 1), ExactFault::kNone};
    if (!exponent.get_num().fits_slong_p()) return fault(ExactFault::kTooLarge);
    return whole_power(base, exponent.get_num().get_si());
  }
  if (base < 0) return fault(ExactFault::kNegative);
  return evaluated(Op::kPow, {base, exponent});
}

ExactResult integer_operation(Op op, const mpz_class& a, const mpz_class& b) {
  switch (op) {
    case Op::kRem: {
      if (b == 0) return fault(ExactFault::kZeroDivisor);
      const mpz_class remainder = a % b;  // truncates toward zero
      return checked(Exact(remainder));
    }
    case Op::kBitAnd:
      return checked(Exact(mpz_class(a & b)));
    case Op::kBitOr:
      return checked(Exact(mpz_class(a | b)));
    case Op::kBitXor:
      return checked(Exact(mpz_class(a ^ b)));
    default:
      break;
  }
  if (b < 0) return fault(ExactFault::kNegative);
  if (b > kMaxShift) return fault(ExactFault::kTooLarge);
  const unsigned long amount = b.get_ui();
  mpz_class out;
  if (op == Op::kShl)
    mpz_mul_2exp(out.get_mpz_t(), a.get_mpz_t(), amount);
  else
    mpz_fdiv_q_2exp(out.get_mpz_t(), a.get_mpz_t(), amount);
  return checked(Exact(out));
}

ExactResult compare(Op op, const Exact& a, const Exact& b) {
  bool out = false;
  switch (op) {
    case Op::kLt:
      out = a < b;
      break;
    case Op::kLe:
      out = a <= b;
      break;
    case Op::kEq:
      out = a == b;
      break;
    default:
      out = a != b;
  }
  return {Exact(out ? 1 : 0), ExactFault::kNone};
}

mpz_class power(unsigned long base, unsigned long exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), base, exponent);
  return out;
}

Exact two_to(long exponent) {
  Exact out(1);
  if (exponent >= 0)
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  return out;
}

/// floor(log2(value)) of a positive value.
long floor_log2(const Exact& value) {
  const auto size = [](const mpz_class& z) { return static_cast<long>(mpz_sizeinbase(z.get_mpz_t(), 2)); };
  const long guess = size(value.get_num()) - size(value.get_den());
  return value < two_to(guess) ? guess - 1 : guess;
}

std::uint64_t low_bits(const mpz_class& value) {
  mpz_class low;
  mpz_fdiv_r_2exp(low.get_mpz_t(), value.get_mpz_t(), 64);
  std::uint64_t out = 0;
  std::size_t count = 0;
  mpz_export(&out, &count, -1, sizeof(out), 0, 0, low.get_mpz_t());
  return count == 0 ? 0 : out;
}

mpz_class round_half_even(const Exact& value) {
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), value.get_num().get_mpz_t(), value.get_den().get_mpz_t());
  const Exact rest = value - floor;
  const int side = cmp(rest, Exact(1, 2));
  if (side > 0 || (side == 0 && mpz_odd_p(floor.get_mpz_t()) != 0)) ++floor;
  return floor;
}

Fitted fit_float(const Exact& value, const spec::Type& type) {
  const Exact magnitude = abs(value);
  const std::uint64_t sign = value < 0 ? std::uint64_t{1} << (type.width - 1) : 0;
  if (magnitude == 0) return {0, FitFault::kNone};
  const long bias = (1L << (type.exponent - 1)) - 1;
  const long leading = std::max(floor_log2(magnitude), 1 - bias);
  const long unit = leading - type.fraction;
  const mpz_class significand = round_half_even(magnitude * two_to(-unit));
  const mpz_class hidden = power(2, static_cast<unsigned long>(type.fraction));
  // With exponent field and fraction packed side by side, a carry out of the fraction is correct without more work.
  mpz_class packed = significand;
  if (significand >= hidden) packed += mpz_class(leading + bias - 1) * hidden;
  const mpz_class infinity = mpz_class((1L << type.exponent) - 1) * hidden;
  if (packed >= infinity) return {0, FitFault::kOverflow};
  return {sign | low_bits(packed), FitFault::kNone};
}

/// Parses a number without a sign, including `.5` and `1e-3`; nullopt if the text is not a number.
std::optional<Exact> unsigned_number(const std::string& text) {
  std::size_t at = 0, digits = 0;
  const auto skip = [&] {
    for (; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0; ++at) ++digits;
  };
  skip();
  if (at < text.size() && text[at] == '.') ++at;
  skip();
  if (digits == 0) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    digits = 0;
    skip();
  }
  return at == text.size() && digits > 0 ? parse_literal(text) : std::nullopt;
}

}  // namespace

Exact exact_pi() {
  spec::Real pi(static_cast<int>(kFunctionPrecision));
  mpfr_const_pi(pi.get(), MPFR_RNDN);
  return exact_value(pi).value;
}

bool is_integer(const Exact& value) { return value.get_den() == 1; }

Exact truncate(const Exact& value) {
  mpz_class out;
  mpz_tdiv_q(out.get_mpz_t(), value.get_num().get_mpz_t(), value.get_den().get_mpz_t());
  return Exact(out);
}

ExactResult evaluate_exact(Op op, const std::vector<Exact>& x) {
  const auto truth = [](bool b) { return ExactResult{Exact(b ? 1 : 0), ExactFault::kNone}; };
  switch (op) {
    case Op::kDiv:
      if (x[1] == 0) return fault(ExactFault::kZeroDivisor);
      return checked(x[0] / x[1]);
    case Op::kMin:
      return checked(x[0] < x[1] ? x[0] : x[1]);
    case Op::kMax:
      return checked(x[0] < x[1] ? x[1] : x[0]);
    case Op::kPow:
      return power_of(x[0], x[1]);
    case Op::kLt:
    case Op::kLe:
    case Op::kEq:
    case Op::kNe:
      return compare(op, x[0], x[1]);
    case Op::kNot:
      return truth(x[0] == 0);
    case Op::kAnd:
      return truth(x[0] != 0 && x[1] != 0);
    case Op::kOr:
      return truth(x[0] != 0 || x[1] != 0);
    case Op::kSelect:
      return checked(x[0] != 0 ? x[1] : x[2]);
    default:
      break;
  }
  const spec::Operation& row = spec::operation_of(op);
  if (row.rational != nullptr || row.real != nullptr) return number(row, x);
  for (const Exact& operand : x) {
    if (!is_integer(operand)) return fault(ExactFault::kNotInteger);
  }
  if (op == Op::kBitNot) return checked(Exact(mpz_class(-x[0].get_num() - 1)));
  return integer_operation(op, x[0].get_num(), x[1].get_num());
}

std::optional<Exact> parse_literal(const std::string& text) {
  if (text.size() > kMaxLiteralLength) return std::nullopt;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    return Exact(mpz_class(text.substr(2), 16));
  }
  const std::size_t e = text.find_first_of("eE");
  const std::string mantissa = text.substr(0, e);
  long exponent = 0;
  if (e != std::string::npos) {
    const std::string digits = text.substr(e + 1);
    if (digits.size() > 6) return std::nullopt;
    exponent = std::strtol(digits.c_str(), nullptr, 10);
    if (std::labs(exponent) > kMaxLiteralExponent) return std::nullopt;
  }
  std::string digits;
  for (const char c : mantissa) {
    if (c != '.') digits += c;
  }
  const std::size_t point = mantissa.find('.');
  if (point != std::string::npos) exponent -= static_cast<long>(mantissa.size() - point - 1);
  Exact out(mpz_class(digits, 10));
  const mpz_class scale = power(10, static_cast<unsigned long>(std::labs(exponent)));
  if (exponent >= 0)
    out *= scale;
  else
    out /= scale;
  return out;
}

std::optional<Exact> signed_number(const std::string& word) {
  const bool has_sign = word.starts_with('-') || word.starts_with('+');
  auto value = unsigned_number(has_sign ? word.substr(1) : word);
  if (value && word.starts_with('-')) *value = -*value;
  return value;
}

Fitted fit(const Exact& value, const spec::Type& type) {
  if (type.is_float()) return fit_float(value, type);
  if (type.is_integer() && !is_integer(value)) return {0, FitFault::kFraction};
  const auto width = static_cast<unsigned long>(type.width);
  const mpz_class low = type.is_signed() ? mpz_class(-power(2, width - 1)) : mpz_class(0);
  const mpz_class high = power(2, type.is_signed() ? width - 1 : width);
  const mpz_class integer = type.is_fixed() ? round_half_even(value * two_to(type.fraction)) : value.get_num();
  if (integer < low || integer >= high) return {0, FitFault::kRange};
  return {low_bits(integer) & type.mask(), FitFault::kNone};
}

Exact decode(std::uint64_t bits, const spec::Type& type) {
  const auto exact = [](std::uint64_t magnitude) {
    mpz_class out;
    mpz_import(out.get_mpz_t(), 1, -1, sizeof(magnitude), 0, 0, &magnitude);
    return Exact(out);
  };
  const bool top = (bits >> (type.width - 1) & 1) != 0;
  if (!type.is_float()) {
    const Exact units = type.is_signed() && top ? Exact(exact(bits) - two_to(type.width)) : exact(bits);
    return units * two_to(-type.fraction);
  }
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << type.fraction) - 1);
  const auto field = static_cast<long>(bits >> type.fraction & ((std::uint64_t{1} << type.exponent) - 1));
  const long bias = (1L << (type.exponent - 1)) - 1;
  const std::uint64_t significand = field == 0 ? fraction : fraction | std::uint64_t{1} << type.fraction;
  const Exact magnitude = exact(significand) * two_to((field == 0 ? 1 : field) - bias - type.fraction);
  return top ? Exact(-magnitude) : magnitude;
}

std::string to_text(const Exact& value) {
  if (is_integer(value) && mpz_sizeinbase(value.get_num_mpz_t(), 10) <= 20) {
    return value.get_num().get_str();
  }
  const double near = value.get_d();
  if (std::isinf(near)) {
    return fmt::format("a number of {} digits", mpz_sizeinbase(truncate(value).get_num_mpz_t(), 10));
  }
  return fmt::format("{:.9g}", near);
}

}  // namespace rtlgen::frontend

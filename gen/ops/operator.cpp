// Dispatch from requests to datapaths; names and latencies.
#include "ops/operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "hw/builder.hpp"
#include "ops/float_core.hpp"

namespace rtlgen::ops {

namespace {

/// What functions are called in the names of modules.
constexpr std::pair<Function, const char*> kFunctionNames[] = {{Function::kAdd, "add"},
                                                               {Function::kSub, "sub"},
                                                               {Function::kMul, "mul"},
                                                               {Function::kDiv, "div"},
                                                               {Function::kRem, "rem"},
                                                               {Function::kSqrt, "sqrt"},
                                                               {Function::kFma, "fma"},
                                                               {Function::kLt, "lt"},
                                                               {Function::kLe, "le"},
                                                               {Function::kEq, "eq"},
                                                               {Function::kNe, "ne"},
                                                               {Function::kMin, "min"},
                                                               {Function::kMax, "max"},
                                                               {Function::kAbs, "abs"},
                                                               {Function::kNeg, "neg"},
                                                               {Function::kExp, "exp"},
                                                               {Function::kLog, "log"},
                                                               {Function::kSin, "sin"},
                                                               {Function::kCos, "cos"},
                                                               {Function::kTanh, "tanh"},
                                                               {Function::kPow, "pow"},
                                                               {Function::kProductLt, "product_lt0"},
                                                               {Function::kProductLe, "product_le0"},
                                                               {Function::kProductEq, "product_eq0"},
                                                               {Function::kProductNe, "product_ne0"},
                                                               {Function::kProductGt, "product_gt0"},
                                                               {Function::kProductGe, "product_ge0"},
                                                               {Function::kSquare, "square"},
                                                               {Function::kConvert, "to"}};
static_assert(std::size(kFunctionNames) == static_cast<std::size_t>(Function::kConvert) + 1);

const char* name_of(Function f) {
  for (const auto& [function, name] : kFunctionNames) {
    if (function == f) return name;
  }
  return "?";
}

/// float<6,9> -> float6_9: a type as part of a module name.
std::string type_name(const spec::Type& type) {
  std::string name;
  for (const char c : type.name()) {
    if (c == '<') continue;
    if (c == '>') break;
    name += c == ',' ? '_' : c;
  }
  return name;
}

/// Multiplication or division by a power of two, if that is what `r` asks for.
std::optional<hw::Value> float_scale_op(hw::Builder& b, const Request& r, const std::vector<hw::Value>& v) {
  if (r.function != Function::kMul && r.function != Function::kDiv) return std::nullopt;
  for (const std::size_t place : {0U, 1U}) {
    if (place >= r.constants.size() || !r.constants[place]) continue;
    if (place == 0 && r.function == Function::kDiv) continue;
    auto factor = detail::power_of_two(r.operand, *r.constants[place], r.flush_subnormals);
    if (!factor) continue;
    if (r.function == Function::kDiv) factor->power = -factor->power;
    return detail::float_scale(b, r.operand, v[1 - place], *factor, r.flush_subnormals);
  }
  return std::nullopt;
}

hw::Value float_op(hw::Builder& b, const Request& r, const std::vector<hw::Value>& v) {
  const spec::Type& t = r.operand;
  const bool flush = r.flush_subnormals;
  if (const auto scaled = float_scale_op(b, r, v)) return *scaled;
  if (compares_product(r.function)) return detail::float_product_compare(b, t, r.function, v[0], v[1], flush);
  switch (r.function) {
    case Function::kAdd:
      return detail::float_add(b, t, v[0], v[1], false, flush);
    case Function::kSub:
      return detail::float_add(b, t, v[0], v[1], true, flush);
    case Function::kMul:
      return detail::float_mul(b, t, v[0], v[1], flush);
    case Function::kDiv:
      return detail::float_div(b, t, v[0], v[1], flush);
    case Function::kSquare:
      return detail::float_mul(b, t, v[0], v[0], flush);
    case Function::kFma:
      return detail::float_fma(b, t, v[0], v[1], v[2], flush);
    case Function::kSqrt:
      return detail::float_sqrt(b, t, v[0], flush);
    case Function::kExp:
      return detail::float_exp(b, t, v[0], flush);
    case Function::kLog:
      return detail::float_log(b, t, v[0], flush);
    case Function::kSin:
      return detail::float_sin_cos(b, t, false, v[0], flush);
    case Function::kCos:
      return detail::float_sin_cos(b, t, true, v[0], flush);
    case Function::kTanh:
      return detail::float_tanh(b, t, v[0], flush);
    case Function::kPow:
      return detail::float_pow(b, t, v[0], v[1], flush);
    case Function::kLt:
    case Function::kLe:
    case Function::kEq:
    case Function::kNe:
      return detail::float_compare(b, t, r.function, v[0], v[1], flush);
    case Function::kMin:
      return detail::float_min_max(b, t, false, v[0], v[1], flush);
    case Function::kMax:
      return detail::float_min_max(b, t, true, v[0], v[1], flush);
    case Function::kAbs:
      return detail::float_sign(b, t, false, v[0], flush);
    case Function::kNeg:
      return detail::float_sign(b, t, true, v[0], flush);
    default:
      RTLGEN_CHECK(false, std::string("no float operator ") + name_of(r.function));
  }
}

hw::Module combinational(const Request& r) {
  static const char* const kPort[] = {"a", "b", "c"};
  hw::Builder b(base_name(r));
  std::vector<hw::Value> operands;
  for (int i = 0; i < operand_count(r.function); ++i) {
    const auto& constant = i < static_cast<int>(r.constants.size()) ? r.constants[static_cast<std::size_t>(i)]
                                                                    : std::optional<std::uint64_t>();
    operands.push_back(constant ? b.constant(r.operand.width, *constant) : b.input(kPort[i], r.operand.width));
  }
  hw::Value q;
  const bool fixed = r.operand.is_fixed() || (r.function == Function::kConvert && r.result.is_fixed());
  if (fixed) {
    q = r.function == Function::kConvert ? detail::fixed_convert(b, r, operands[0]) : detail::fixed_op(b, r, operands);
  } else if (r.function == Function::kConvert) {
    q = detail::convert(b, r.operand, r.result, operands[0], r.flush_subnormals);
  } else if (r.operand.is_float()) {
    q = float_op(b, r, operands);
  } else {
    q = detail::integer_op(b, r.operand, r.function, operands[0], operands.size() > 1 ? operands[1] : operands[0]);
  }
  b.output("q", q);
  const bool has_constant =
      std::any_of(r.constants.begin(), r.constants.end(), [](const auto& c) { return c.has_value(); });
  b.role(fmt::format("{} {}{}",
                     fixed                  ? "fixed"
                     : r.operand.is_float() ? "float"
                                            : "int",
                     name_of(r.function), has_constant ? " constant" : ""));
  b.summary(fmt::format("{} of {}{}", name_of(r.function), r.operand.name(),
                        r.function == Function::kConvert ? " " + r.result.name() : ""));
  return b.finish();
}

}  // namespace

int operand_count(Function function) {
  switch (function) {
    case Function::kSqrt:
    case Function::kAbs:
    case Function::kNeg:
    case Function::kConvert:
    case Function::kExp:
    case Function::kLog:
    case Function::kSin:
    case Function::kCos:
    case Function::kTanh:
    case Function::kSquare:
      return 1;
    case Function::kFma:
      return 3;
    default:
      return 2;
  }
}

bool compares_product(Function function) {
  switch (function) {
    case Function::kProductLt:
    case Function::kProductLe:
    case Function::kProductEq:
    case Function::kProductNe:
    case Function::kProductGt:
    case Function::kProductGe:
      return true;
    default:
      return false;
  }
}

bool uses_rounding(const Request& r) {
  if (!r.result.is_fixed()) return false;
  if (r.function == Function::kConvert) return r.operand.is_float() || r.operand.fraction > r.result.fraction;
  return r.function == Function::kDiv || (r.function == Function::kMul && r.result.fraction > 0);
}

bool uses_overflow(const Request& r) {
  if (!r.result.is_fixed()) return false;
  switch (r.function) {
    case Function::kAdd:
    case Function::kSub:
    case Function::kMul:
    case Function::kDiv:
    case Function::kNeg:
    case Function::kAbs:
      return true;
    case Function::kConvert:
      break;
    default:
      return false;
  }
  if (r.operand.is_float() || (r.operand.is_signed() && !r.result.is_signed())) return true;
  // Whole bits, the sign's not counted. Rounding up can carry into one more.
  const auto whole = [](const spec::Type& t) { return t.width - t.fraction - (t.is_signed() ? 1 : 0); };
  const bool carries = uses_rounding(r) && r.rounding == spec::Rounding::kNearestEven;
  return whole(r.operand) + (carries ? 1 : 0) > whole(r.result);
}

std::string base_name(const Request& r) {
  std::string name = fmt::format("{}_{}", type_name(r.operand), name_of(r.function));
  if (r.function == Function::kConvert) name += "_" + type_name(r.result);
  if (r.flush_subnormals) name += "_flush";
  if (uses_rounding(r) && r.rounding == spec::Rounding::kTruncate) name += "_trunc";
  if (uses_overflow(r) && r.overflow == spec::Overflow::kSaturate) name += "_sat";
  for (std::size_t i = 0; i < r.constants.size(); ++i) {
    static const char* const kWord[] = {"k", "by", "plus"};
    if (r.constants[i]) name += fmt::format("_{}{:x}", kWord[i], *r.constants[i]);
  }
  return name;
}

int latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut) {
  return hw::stages_needed(combinational(request), device, period_ps, cut);
}

hw::Module build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut) {
  hw::Module comb = combinational(request);
  comb.header.push_back(latency == 0 ? "combinational"
                                     : fmt::format("latency {} cycles, new operands every cycle", latency));
  return hw::pipeline(comb, device, latency, fmt::format("{}_l{}", base_name(request), latency), cut);
}

}  // namespace rtlgen::ops

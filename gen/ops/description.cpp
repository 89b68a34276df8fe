// Formula, formats and notes in the header of an operator's module.
#include "ops/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/ir.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "spec/aligned.hpp"
#include "spec/describe.hpp"
#include "spec/hard_float.hpp"
#include "spec/operations.hpp"
#include "support/counted.hpp"

namespace rtlgen::ops {

namespace {

/// The operand as its port, or as the number that it always is.
std::string operand_text(const Request& r, std::size_t index) {
  if (index >= r.constants.size() || !r.constants[index]) return operand_port(index);
  if (!r.operand.aligned) return spec::value_text(r.operand, *r.constants[index]);
  const spec::Type plain = spec::unaligned(r.operand);
  return spec::value_text(plain, spec::unaligned_bits(plain, *r.constants[index]));
}

/// `a * b`, `sqrt(a)`, `a ? b : c`: the operation as the language writes it.
std::string call_text(spec::Op op, const std::vector<std::string>& operands) {
  const spec::Operation& row = spec::operation_of(op);
  switch (row.form) {
    case spec::Form::kPrefix:
      return fmt::format("{}{}", row.symbol, operands[0]);
    case spec::Form::kBinary:
      return fmt::format("{} {} {}", operands[0], row.symbol, operands[1]);
    case spec::Form::kTernary:
      return fmt::format("{} ? {} : {}", operands[0], operands[1], operands[2]);
    default:
      return fmt::format("{}({})", row.symbol, fmt::join(operands, ", "));
  }
}

std::string formula(const Request& r) {
  std::vector<std::string> x;
  for (std::size_t i = 0; i < static_cast<std::size_t>(operand_count(r)); ++i) x.push_back(operand_text(r, i));
  const spec::Op op = spec::is_hard(r.function.op) ? spec::soft_op(r.function.op) : r.function.op;
  const auto product = [&] { return fmt::format("{} * {}", x[0], x[1]); };
  switch (r.function.variant) {
    case Variant::kSquare:
      return fmt::format("{0} * {0}", x[0]);
    case Variant::kOfProduct:
      return call_text(op, {product(), "0"});
    case Variant::kOfProductSwapped:
      return call_text(op, {"0", product()});
    case Variant::kProductFirst:
      return call_text(op, {product(), x[2]});
    case Variant::kProductLast:
      return call_text(op, {x[2], product()});
    case Variant::kPlain:
      break;
  }
  return call_text(op, x);
}

/// `a * 0.25 + b - c`: a fused sum.
std::string fused_formula(const Request& r) {
  std::string text;
  for (const spec::FusedTerm& term : r.fused.terms) {
    if (!text.empty()) text += ' ';
    if (term.negative || !text.empty()) text += term.negative ? "- " : "+ ";
    text += operand_text(r, static_cast<std::size_t>(term.value));
    if (term.kind != spec::FusedTerm::Kind::kPlain)
      text += " * " + operand_text(r, static_cast<std::size_t>(term.factor));
  }
  return text;
}

std::string summary_of(const Request& r) {
  if (!r.table.values.empty()) {
    return fmt::format("q = entry a of the lookup table '{}', which has {} of {}", r.table.name,
                       counted(r.table.values.size(), "entry", "entries"), r.result.name());
  }
  switch (spec::operation_of(r.function.op).typing) {
    case spec::Typing::kCast:
      return fmt::format("converts {} to {}", r.operand.name(), r.result.name());
    case spec::Typing::kComparison:
      return fmt::format("q = ({}), a comparison of {}", formula(r), r.operand.name());
    default:
      break;
  }
  if (!r.fused.terms.empty()) return fmt::format("fused sum of {}, rounded once", r.operand.name());
  return fmt::format("q = {} in {}", formula(r), r.result.name());
}

}  // namespace

std::string format_text(const spec::Type& type) {
  if (type.aligned) {
    return fmt::format("{}: hex-aligned {}: sign, {} exponent bits, {} significand bits; see docs/operators.md",
                       type.name(), spec::unaligned(type).name(), type.exponent - 2, type.fraction + 4);
  }
  if (type.is_fixed()) {
    return fmt::format("{}: {} bits, {}; the low {} are the fraction", type.name(), type.width,
                       type.is_signed() ? "two's complement" : "unsigned", type.fraction);
  }
  return "";
}

void describe(const Request& r, hw::Module& module) {
  module.summary = summary_of(r);
  std::vector<std::string> lines;
  for (const spec::Type& type : {r.operand, r.result}) {
    const std::string line = format_text(type);
    if (!line.empty() && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  if (!r.table.values.empty())
    lines.emplace_back("an index below 0 reads the first entry, one beyond the end the last");
  if (uses_rounding(r) && r.rounding == spec::Rounding::kTruncate) lines.emplace_back("rounds toward minus infinity");
  if (uses_overflow(r)) lines.emplace_back(r.overflow == spec::Overflow::kSaturate ? "saturates" : "wraps on overflow");
  if (!r.fused.terms.empty()) {
    lines.push_back(fmt::format("q = {}, with {}", fused_formula(r), counted(r.fused.guard, "guard bit")));
  }
  if (r.expands_products) lines.emplace_back("products with constants are sums of shifted copies");
  if (r.block_sums > 0) lines.push_back(fmt::format("{} in DSP blocks", counted(r.block_sums, "addition")));
  if (r.flush_subnormals) lines.emplace_back("subnormal operands and results count as 0");
  module.header.insert(module.header.begin(), lines.begin(), lines.end());
}

}  // namespace rtlgen::ops

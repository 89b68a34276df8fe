// Prints values, with C's conversions as casts (translate.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "import/c/writer.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kFar = 8;  ///< cells; closer reads cost little on any grid

Expr leaf_expr(Expr::Kind kind, const std::string& text, Span span) {
  Expr out;
  out.kind = kind;
  out.text = text;
  out.span = span;
  return out;
}

Expr cast_expr(const CType& type, Expr inner) {
  Expr out = leaf_expr(Expr::Kind::kCast, "", inner.span);
  out.type = type;
  out.depth = inner.depth + 1;
  out.args.push_back(std::move(inner));
  return out;
}

Expr whole_expr(const Value& value) {
  const Int128 number = value.constant->whole;
  const bool negative = number < 0;
  const auto size = static_cast<unsigned long long>(negative ? -number : number);
  const CType plain = promoted(value.type);
  // Without its sign, the smallest number of a type has a wider type, as in C; at most unsigned long long.
  const bool is_least = negative && size == 1ULL << (plain.width - 1);
  const bool is_signed = plain.is_signed && !(is_least && plain.width == 64);
  const std::string suffix = plain.width == 64 ? (is_signed ? "ll" : "ull") : (is_signed ? "" : "u");
  Expr out = leaf_expr(Expr::Kind::kNumber, fmt::format("{}{}", size, suffix), value.span);
  if (negative) {
    Expr minus = leaf_expr(Expr::Kind::kUnary, "-", value.span);
    minus.depth = 2;
    minus.args.push_back(std::move(out));
    out = std::move(minus);
  }
  return plain == value.type && !is_least ? out : cast_expr(value.type, std::move(out));
}

}  // namespace

bool Time::is_wide() const {
  const std::int64_t last = first + stride * (count - 1);
  return std::min(first, last) < std::numeric_limits<std::int32_t>::min() ||
         std::max(first, last) > std::numeric_limits<std::int32_t>::max();
}

Expr Writer::expr_of(const Value& value) const {
  using Kind = Value::Kind;
  if (value.constant) return whole_expr(value);
  if (value.kind == Kind::kLet && lines_.inlined.contains(value.id)) return expr_of(*lines_.inlined.at(value.id));
  static const std::map<Kind, char> leaves = {
      {Kind::kLoop, 'L'}, {Kind::kTime, 'T'}, {Kind::kParameter, 'P'}, {Kind::kLet, 'V'}, {Kind::kRead, 'R'}};
  if (const auto found = leaves.find(value.kind); found != leaves.end()) {
    const auto kind = value.kind == Kind::kRead ? Expr::Kind::kRead : Expr::Kind::kName;
    Expr leaf = leaf_expr(kind, fmt::format("{}{}", found->second, value.id), value.span);
    const bool has_own_type = value.kind == Kind::kTime && value.type != type_of_time();
    return has_own_type ? cast_expr(value.type, std::move(leaf)) : leaf;
  }
  if (value.kind == Kind::kNumber) return leaf_expr(Expr::Kind::kNumber, value.text, value.span);
  static const std::map<Kind, Expr::Kind> inner = {{Kind::kUnary, Expr::Kind::kUnary},
                                                   {Kind::kBinary, Expr::Kind::kBinary},
                                                   {Kind::kSelect, Expr::Kind::kSelect},
                                                   {Kind::kCast, Expr::Kind::kCast},
                                                   {Kind::kCall, Expr::Kind::kCall}};
  Expr out = leaf_expr(inner.at(value.kind), value.text, value.span);
  out.type = value.type;
  for (const ValuePtr& arg : value.args) {
    out.args.push_back(expr_of(*arg));
    out.depth = std::max(out.depth, out.args.back().depth + 1);
  }
  if (out.depth > kMaxDepth)
    reporter_.fail(Code::kProgramTooDeep, value.span, "this is nested too deeply", {"store a part of it in an array"});
  return out;
}

CType Writer::type_of_time() const { return CType::integer(true, trace_.time->is_wide() ? 64 : 32); }

importer::Value Writer::loop_value(int loop, const Line& line, Span span) const {
  const CType type = trace_.loops[static_cast<std::size_t>(loop)].type;
  const CType coordinate = CType::integer(true, 32);
  for (std::size_t a = 0; a < line.cell.size(); ++a) {
    if (line.cell[a].loop != loop) continue;
    const std::int64_t offset = line.cell[a].offset;
    std::string text(1, "xyz"[a]);
    if (offset != 0) text += fmt::format(" {} {}", offset > 0 ? '-' : '+', std::abs(offset));
    const int precedence = offset == 0 ? kPrimary : kSum;
    if (type == coordinate) return {type, text, precedence, std::nullopt};
    return {type, fmt::format("{}({})", type.spelling(), text), kPrimary, std::nullopt};
  }
  const Range& range = trace_.loops[static_cast<std::size_t>(loop)].range;
  if (range.low != range.high)
    reporter_.fail(Code::kNotExpressible, span, "this loop variable is not an index of the assigned element",
                   {"use it as an index of that element"});
  return {type, "", kPrimary, Constant{type, range.low, 0}};
}

importer::Value Writer::name_value(const Expr& expr, const Line& line) {
  const int id = std::atoi(expr.text.c_str() + 1);
  switch (expr.text[0]) {
    case 'L':
      return loop_value(id, line, expr.span);
    case 'T': {
      const Time& time = *trace_.time;
      const std::string step = time.is_wide() ? "int64(step)" : "step";
      std::string text = time.stride == 1 ? step : fmt::format("{} * {}", time.stride, step);
      if (time.first != 0) text = fmt::format("{} + {}", time.first, text);
      return {type_of_time(), text, time.first != 0 ? kSum : time.stride == 1 ? kPrimary : kProduct, std::nullopt};
    }
    case 'P': {
      const Parameter& parameter = trace_.parameters[static_cast<std::size_t>(id)];
      if (!parameter_names_.contains(id)) parameter_names_[id] = renamer_.take(parameter.name);
      return {parameter.type, parameter_names_[id], kPrimary, std::nullopt};
    }
    default:
      break;
  }
  for (const Line& let : lines_.lines) {
    if (let.let != id) continue;
    // A temporary belongs to the cell of a store; another line of the same loops may assign a neighbouring cell.
    std::string at;
    bool beside = false;
    for (std::size_t a = 0; a < line.cell.size(); ++a) {
      const std::int64_t step = let.cell[a].offset - line.cell[a].offset;
      beside = beside || step != 0;
      at += fmt::format("{}{}", a > 0 ? "," : "", step);
    }
    return {let.value->type, let_names_.at(id) + (beside ? "[" + at + "]" : ""), kPrimary, std::nullopt};
  }
  reporter_.fail(Code::kNotExpressible, expr.span, "this local value belongs to another loop",
                 {"compute it in the loop that uses it"});
}

importer::Value Writer::read_value(const Expr& expr, const Line& line) {
  const int access = std::atoi(expr.text.c_str() + 1);
  const Spot& spot = layout_.spots.at(access);
  const CType& type = buffer_of(spot.field).type;
  const std::string& name = field_names_.at(spot.field);
  if (spot.axes.empty()) return {type, name, kPrimary, std::nullopt};
  const Offset offset = offset_of(line, access, trace_, layout_, reporter_);
  const auto [axes, is_new] = field_axes_.emplace(spot.field, offset.axes);
  if (axes->second != offset.axes)
    reporter_.fail(Code::kNotExpressible, expr.span,
                   fmt::format("'{}' is read along different axes", buffer_of(spot.field).name),
                   {"use a separate array for each axis"});
  std::string steps;
  std::string rules;
  bool beside = false;
  for (std::size_t i = 0; i < offset.steps.size(); ++i) {
    const bool wraps = spot.axes[i].wraps;
    beside = beside || offset.steps[i] != 0;
    steps += fmt::format("{}{}", i > 0 ? "," : "", offset.steps[i]);
    const std::int64_t distance = wraps ? 0 : std::abs(offset.steps[i]);
    const bool is_far = distance >= kFar && 2 * distance > layout_.grid[offset.axes[i]];
    if (is_far && !far_read_) far_read_ = trace_.accesses[static_cast<std::size_t>(access)].span;
    if (wraps && offset.steps[i] != 0)
      rules += fmt::format("{}{}=wrap", rules.empty() ? "; " : ", ", "xyz"[offset.axes[i]]);
  }
  return {type, beside ? fmt::format("{}[{}{}]", name, steps, rules) : name, kPrimary, std::nullopt};
}

std::string Writer::text_of(const Value& value, const CType& type, const Line& line) {
  Translator translator(program_, reporter_,
                        {[&](const Expr& expr) { return name_value(expr, line); },
                         [&](const Expr& expr) { return read_value(expr, line); },
                         [&](const importer::Value& stored) { return stored; }});
  const importer::Value made = translator.expression_as(expr_of(value), type);
  return translator.line_text(made);
}

}  // namespace rtlgen::importer::c

// Finds the cells for which conditions on loop variables hold.
#include <algorithm>

#include "import/c/value.hpp"

namespace rtlgen::importer::c {

namespace {

std::optional<Affine> sum(std::optional<Affine> a, const std::optional<Affine>& b, std::int64_t factor) {
  if (!a || !b) return std::nullopt;
  a->constant += factor * b->constant;
  for (const auto& [variable, f] : b->factors) {
    a->factors[variable] += factor * f;
    if (a->factors[variable] == 0) a->factors.erase(variable);
  }
  return a;
}

std::optional<Affine> product(const std::optional<Affine>& a, const std::optional<Affine>& b) {
  if (!a || !b) return std::nullopt;
  if (!a->factors.empty() && !b->factors.empty()) return std::nullopt;
  const Affine& form = a->factors.empty() ? *b : *a;
  return sum(Affine{}, form, a->factors.empty() ? a->constant : b->constant);
}

/// a op b, on integers, as form >= 0 or form == 0; the opposite if `holds` is false.
struct Comparison {
  Affine form;
  enum class Kind { kNotNegative, kZero, kNotZero } kind = Kind::kNotNegative;
};

std::optional<Comparison> comparison(const Value& condition, bool holds, const Box& box) {
  if (condition.kind != Value::Kind::kBinary || condition.args.size() != 2) return std::nullopt;
  if (!condition.args[0]->type.is_integer() || !condition.args[1]->type.is_integer()) return std::nullopt;
  static const std::map<std::string, std::string> opposite = {{"<", ">="}, {">=", "<"},  {">", "<="},
                                                              {"<=", ">"}, {"==", "!="}, {"!=", "=="}};
  const auto found = opposite.find(condition.text);
  if (found == opposite.end()) return std::nullopt;
  const std::string& op = holds ? condition.text : found->second;
  const auto left = affine(*condition.args[0]);
  const auto right = affine(*condition.args[1]);
  const auto difference = sum(left, right, -1);
  if (!difference) return std::nullopt;
  const bool is_unsigned = !promoted(condition.args[0]->type).is_signed || !promoted(condition.args[1]->type).is_signed;
  if (is_unsigned && (range_of(*left, box).low < 0 || range_of(*right, box).low < 0)) return std::nullopt;
  Comparison out{*difference, Comparison::Kind::kNotNegative};
  if (op == "==") out.kind = Comparison::Kind::kZero;
  if (op == "!=") out.kind = Comparison::Kind::kNotZero;
  if (op == "<" || op == "<=") out.form = *sum(Affine{}, difference, -1);
  if (op == "<" || op == ">") out.form.constant -= 1;
  return out;
}

/// Narrows the range of the form's only variable so that form >= 0.
void cut(const Affine& form, Box& box) {
  if (form.factors.size() != 1) return;
  const auto [variable, factor] = *form.factors.begin();
  const auto at = box.find(variable);
  if (at == box.end() || (factor != 1 && factor != -1)) return;
  if (factor == 1) at->second.low = std::max(at->second.low, -form.constant);
  if (factor == -1) at->second.high = std::min(at->second.high, form.constant);
}

/// A variable is not `value`: narrows its range if that is one of its ends.
void exclude(const Affine& form, Box& box) {
  if (form.factors.size() != 1) return;
  const auto [variable, factor] = *form.factors.begin();
  const auto at = box.find(variable);
  if (at == box.end() || (factor != 1 && factor != -1)) return;
  const std::int64_t value = -form.constant * factor;
  if (at->second.low == value) ++at->second.low;
  if (at->second.high == value) --at->second.high;
}

void narrow(const Value& condition, bool holds, Box& box) {
  if (condition.kind == Value::Kind::kUnary && condition.text == "!") {
    narrow(*condition.args[0], !holds, box);
    return;
  }
  if (condition.kind == Value::Kind::kBinary && (condition.text == "&&" || condition.text == "||")) {
    if ((condition.text == "&&") == holds) {
      for (const ValuePtr& arg : condition.args) narrow(*arg, holds, box);
      return;
    }
    // At least one of the two must be `holds`; if one cannot be, the other is.
    const auto first = decided(*condition.args[0], box);
    const auto second = decided(*condition.args[1], box);
    if (first && *first != holds) narrow(*condition.args[1], holds, box);
    if (second && *second != holds) narrow(*condition.args[0], holds, box);
    return;
  }
  const auto found = comparison(condition, holds, box);
  if (!found) return;
  if (found->kind == Comparison::Kind::kNotZero) {
    exclude(found->form, box);
    return;
  }
  cut(found->form, box);
  if (found->kind == Comparison::Kind::kZero) cut(*sum(Affine{}, found->form, -1), box);
}

}  // namespace

std::optional<Affine> affine(const Value& value) {
  if (!value.type.is_integer()) return std::nullopt;
  if (const auto known = whole(value)) return Affine{*known, {}};
  switch (value.kind) {
    case Value::Kind::kLoop:
      return Affine{0, {{value.id, 1}}};
    case Value::Kind::kCast:
      return value.type.width >= 32 ? affine(*value.args[0]) : std::nullopt;
    case Value::Kind::kUnary:
      if (value.text == "-") return sum(Affine{}, affine(*value.args[0]), -1);
      return value.text == "+" ? affine(*value.args[0]) : std::nullopt;
    case Value::Kind::kBinary:
      if (value.text == "+" || value.text == "-")
        return sum(affine(*value.args[0]), affine(*value.args[1]), value.text == "+" ? 1 : -1);
      return value.text == "*" ? product(affine(*value.args[0]), affine(*value.args[1])) : std::nullopt;
    default:
      return std::nullopt;
  }
}

Range range_of(const Affine& form, const Box& box) {
  Range out{form.constant, form.constant};
  for (const auto& [variable, factor] : form.factors) {
    const Range& range = box.at(variable);
    out.low += factor * (factor > 0 ? range.low : range.high);
    out.high += factor * (factor > 0 ? range.high : range.low);
  }
  return out;
}

std::optional<bool> decided(const Value& condition, const Box& box) {
  if (const auto known = whole(condition)) return *known != 0;
  if (condition.kind == Value::Kind::kUnary && condition.text == "!") {
    const auto inner = decided(*condition.args[0], box);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (condition.kind == Value::Kind::kBinary && (condition.text == "&&" || condition.text == "||")) {
    const bool stops = condition.text == "||";
    const auto a = decided(*condition.args[0], box);
    const auto b = decided(*condition.args[1], box);
    if ((a && *a == stops) || (b && *b == stops)) return stops;
    return a && b ? std::optional(!stops) : std::nullopt;
  }
  const auto found = comparison(condition, true, box);
  if (!found) return std::nullopt;
  const Range range = range_of(found->form, box);
  const bool is_zero = range.low == 0 && range.high == 0;
  const bool never_zero = range.low > 0 || range.high < 0;
  switch (found->kind) {
    case Comparison::Kind::kNotNegative:
      if (range.low >= 0) return true;
      return range.high < 0 ? std::optional(false) : std::nullopt;
    case Comparison::Kind::kZero:
      return is_zero || never_zero ? std::optional(is_zero) : std::nullopt;
    default:
      return is_zero || never_zero ? std::optional(never_zero) : std::nullopt;
  }
}

Box narrowed(Box box, const std::vector<Fact>& facts) {
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds; ++round) {
    for (const Fact& fact : facts) narrow(*fact.condition, fact.holds, box);
  }
  return box;
}

}  // namespace rtlgen::importer::c

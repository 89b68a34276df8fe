// Expressions.
#include <fmt/format.h>

#include <algorithm>

#include "import/c/executor.hpp"
#include "import/make_expr.hpp"

namespace rtlgen::importer::c {

namespace {

/// Trees larger than this are computed once, under a name.
constexpr int kLargestCopied = 12;
constexpr int kLargestValue = 2000;
bool is_null(const Node& node) {
  const Node* at = &node;
  while (at->kind == Node::Kind::kCast) at = &at->kids[0];
  return at->kind == Node::Kind::kNumber && (at->text == "0" || at->text == "0L");
}

bool is_pointer(const Node& node) {
  return node.type.kind == Type::Kind::kPointer || node.type.kind == Type::Kind::kArray;
}

}  // namespace

/// Replaces a value that is a whole number, such as (int)(0.5 * 8), by that number.
ValuePtr Executor::whole_if_known(const ValuePtr& value) {
  if (value->constant || !value->type.is_integer()) return value;
  const auto known = evaluated(*value);
  return known ? whole_number(static_cast<std::int64_t>(known->whole), value->type, value->span) : value;
}

ValuePtr Executor::kept(const std::string& name, const ValuePtr& given) {
  const ValuePtr value = whole_if_known(given);
  if (value->size > kLargestValue)
    refuse(value->span, "this value has too many operations", "compute it beforehand, and pass it as a parameter");
  if (loops_.empty() || depends_on(*value, Value::Kind::kLost)) return value;
  const bool reads = depends_on(*value, Value::Kind::kRead);
  const bool is_place = value->type.is_integer() && !reads && !depends_on(*value, Value::Kind::kLet);
  if (is_place || (!reads && value->size <= kLargestCopied)) return value;
  Effect effect;
  effect.kind = Effect::Kind::kLet;
  effect.name = name;
  effect.let = trace_.lets++;
  effect.value = value;
  effect.loops = loops_;
  effect.box = box();
  effect.span = value->span;
  append(effect);
  return leaf(Value::Kind::kLet, effect.let, value->type, value->span);
}

ValuePtr Executor::condition(const Node& node) { return kept("condition", truth(node)); }

/// A value as a condition. A pointer is not null: allocations are assumed to succeed.
ValuePtr Executor::truth(const Node& node) {
  if (is_pointer(node)) {
    static_cast<void>(pointer(node));
    return whole_number(1, CType::boolean(), node.span);
  }
  ValuePtr value = cast(expression(node), CType::boolean(), node.span);
  if (!value->constant) {
    if (const auto known = evaluated(*value))
      value = whole_number(known->whole != 0 ? 1 : 0, CType::boolean(), node.span);
  }
  return value;
}

ValuePtr Executor::name_value(const Node& node) {
  const auto found = environment_.find(node.decl);
  if (found == environment_.end())
    refuse(node.span, fmt::format("'{}' has no value here", node.text), "declare it first");
  const Binding& binding = found->second;
  touch(node.decl, false);
  if (is_pointer(node))
    refuse(node.span, fmt::format("the pointer '{}' is used as a number", node.text),
           "index the array: a[i]; pointers are assumed not to be null, so delete tests for it");
  switch (binding.state) {
    case Binding::State::kSet:
      if (binding.value) return binding.value;
      [[fallthrough]];
    case Binding::State::kUnset:
      refuse(node.span, fmt::format("'{}' is read before it has a value", node.text),
             "assign it first, on every path to this point");
    case Binding::State::kCarried:
      refuse(
          node.span, fmt::format("'{}' carries a value from one iteration of a loop to the next", node.text),
          "cells are computed in parallel: read other cells as elements of arrays, such as a[i - 1]; delete sums and "
          "maxima over cells, and write a 'monitor' in the YAML instead (docs/language_data.md)");
    case Binding::State::kLost:
      break;
  }
  refuse(node.span, fmt::format("'{}' depends on many cells, or on code that is not imported", node.text),
         "delete sums and extremes over cells, and write a 'monitor' in the YAML instead; pass what depends on them as "
         "a parameter");
}

ValuePtr Executor::member_value(const Node& node) {
  const auto at = environment_.find(node.kids[0].decl);
  const int record = at != environment_.end() && at->second.record >= 0 ? at->second.record : node.kids[0].decl;
  given_.insert(node.text);
  const auto given = settings_.values.find(node.text);
  for (const int owner : {record, -1}) {
    const auto known = record_values_.find({owner, node.text});
    if (known == record_values_.end()) continue;
    if (given != settings_.values.end() && depends_on(*known->second.value, Value::Kind::kLost)) break;
    return named(node.text, cast(known->second.value, node.type.number, node.span));
  }
  if (given != settings_.values.end())
    return cast(number(given->second, node.span, reporter_), node.type.number, node.span);
  auto [found, is_new] = members_.emplace(std::pair{record, node.text}, static_cast<int>(trace_.parameters.size()));
  if (is_new) trace_.parameters.push_back({node.text, node.span, node.type.number});
  return leaf(Value::Kind::kParameter, found->second, node.type.number, node.span);
}

ValuePtr Executor::chosen_value(const Node& node) {
  const Node& last = node.kids.back();
  // The first operand of a ?: b is evaluated once.
  const ValuePtr first = node.kids.size() == 2 ? kept("value", expression(node.kids[0])) : nullptr;
  const ValuePtr value = first ? cast(first, CType::boolean(), node.span) : condition(node.kids[0]);
  if (const auto known = decided(*value, box()))
    return cast(!*known ? expression(last) : first ? first : expression(node.kids[1]), node.type.number, node.span);
  const std::size_t before = touches_.size();
  facts_.push_back({value, true});
  const ValuePtr then = first ? first : expression(node.kids[1]);
  facts_.back().holds = false;
  const ValuePtr otherwise = expression(last);
  facts_.pop_back();
  if (last_write_ > before) refuse(node.span, "'?:' contains an assignment", "use if and else");
  return select(value, then, otherwise, node.span, reporter_);
}

ValuePtr Executor::logical(const Node& node) {
  const ValuePtr left = truth(node.kids[0]);
  const bool is_and = node.text == "&&";
  if (const auto known = decided(*left, box()); known && *known != is_and)
    return whole_number(is_and ? 0 : 1, CType::boolean(), node.span);
  const bool is_sure = decided(*left, box()).has_value();
  const std::size_t before = touches_.size();
  facts_.push_back({left, is_and});
  const ValuePtr right = truth(node.kids[1]);
  facts_.pop_back();
  if (last_write_ > before && !is_sure) refuse(node.span, "an operand of && or || contains an assignment", "use if");
  return binary(node.text, left, right, node.span, reporter_);
}

ValuePtr Executor::binary_value(const Node& node) {
  if (node.text == "&&" || node.text == "||") return logical(node);
  if (node.text == ",") {
    perform(node.kids[0]);
    return expression(node.kids[1]);
  }
  if ((node.text == "==" || node.text == "!=") && (is_pointer(node.kids[0]) || is_pointer(node.kids[1]))) {
    const Node& other = node.kids[is_pointer(node.kids[0]) && !is_null(node.kids[0]) ? 1 : 0];
    if (is_null(other)) {
      static_cast<void>(pointer(node.kids[&other == &node.kids[0] ? 1 : 0]));
      return whole_number(node.text == "!=" ? 1 : 0, CType::integer(true, 32), node.span);
    }
  }
  const std::size_t first = touches_.size();
  const ValuePtr left = expression(node.kids[0]);
  const std::size_t second = touches_.size();
  const ValuePtr right = expression(node.kids[1]);
  check_order(first, second, node.span);
  const auto amount = node.text == "<<" || node.text == ">>" ? whole(*right) : std::nullopt;
  if (amount && (*amount < 0 || *amount >= promoted(left->type).width)) {
    refuse(node.span, fmt::format("C does not define a shift of {} bits by {}", promoted(left->type).width, *amount),
           "shift by at least 0 and less than the width");
  }
  return binary(node.text, left, right, node.span, reporter_);
}

/// Never null.
ValuePtr Executor::expression(const Node& node) {
  const ValuePtr out = value_of(node);
  if (!out) refuse(node.span, "this has no value", "use an expression that gives a number");
  return out;
}

ValuePtr Executor::value_of(const Node& node) {
  if (!node.refusal.empty()) refuse_node(node);
  switch (node.kind) {
    case Node::Kind::kNumber:
      return cast(number(node.text, node.span, reporter_), node.type.number, node.span);
    case Node::Kind::kName:
      return name_value(node);
    case Node::Kind::kIndex:
      return index_value(node);
    case Node::Kind::kMember:
      if (node.type.kind == Type::Kind::kNumber && node.kids[0].decl >= 0) return member_value(node);
      break;
    case Node::Kind::kCall:
      return call_value(node);
    case Node::Kind::kUnary:
      if (node.text == "*") return index_value(node);
      if (node.text.find("++") != std::string::npos || node.text.find("--") != std::string::npos)
        return step(node, true);
      if (node.text == "!") return unary("!", truth(node.kids[0]), node.span);
      if (node.text == "-" || node.text == "+" || node.text == "~")
        return unary(node.text, expression(node.kids[0]), node.span);
      break;
    case Node::Kind::kBinary:
      return binary_value(node);
    case Node::Kind::kAssign:
      return assign(node, true);
    case Node::Kind::kSelect:
      if (node.type.kind == Type::Kind::kNumber) return chosen_value(node);
      break;
    case Node::Kind::kCast:
      if (node.type.kind == Type::Kind::kNumber)
        return whole_if_known(cast(expression(node.kids[0]), node.type.number, node.span));
      break;
    default:
      break;
  }
  refuse(node.span, "this expression cannot be imported",
         "use numbers, elements of arrays, operators and functions of math.h");
}

bool Executor::pure(const Node& node) const {
  if (node.kind == Node::Kind::kName) {
    const auto found = environment_.find(node.decl);
    return found != environment_.end() && found->second.state == Binding::State::kSet && found->second.value;
  }
  const bool plain =
      node.kind == Node::Kind::kNumber || node.kind == Node::Kind::kBinary || node.kind == Node::Kind::kCast;
  return plain && std::all_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return pure(kid); });
}

}  // namespace rtlgen::importer::c

// Expressions and calls.
#include <fmt/format.h>

#include <algorithm>

#include "import/c/executor.hpp"
#include "import/make_expr.hpp"

namespace rtlgen::importer::c {

namespace {

/// Trees larger than this are computed once, under a name.
constexpr int kLargestCopied = 12;
constexpr int kLargestValue = 2000;
constexpr std::size_t kDeepestCalls = 32;

/// Calls without a value that matters.
bool is_ignored(const std::string& name) {
  static const std::set<std::string> names = {"printf",       "fprintf", "puts",   "free",
                                              "gettimeofday", "srand",   "fclose", "fflush"};
  return names.contains(name) || name.compare(0, 4, "omp_") == 0 || is_hint(name);
}

}  // namespace

ValuePtr Executor::kept(const std::string& name, const ValuePtr& value) {
  if (value->size > kLargestValue)
    refuse(value->span, "a value of too many operations", "compute it before, and pass it as a parameter");
  if (loops_.empty()) return value;
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
  trace_.effects.push_back(effect);
  return leaf(Value::Kind::kLet, effect.let, value->type, value->span);
}

ValuePtr Executor::condition(const Node& node) {
  const ValuePtr value = expression(node);
  if (!value) refuse(node.span, "this condition has no value", "compare numbers");
  return kept("condition", cast(value, CType::boolean(), node.span));
}

ValuePtr Executor::name_value(const Node& node) {
  const auto found = environment_.find(node.decl);
  if (found == environment_.end())
    refuse(node.span, fmt::format("'{}' has no value here", node.text), "declare it before");
  const Binding& binding = found->second;
  switch (binding.state) {
    case Binding::State::kSet:
      if (binding.value) return binding.value;
      [[fallthrough]];
    case Binding::State::kUnset:
      refuse(node.span, fmt::format("'{}' is read without a value", node.text),
             "assign it before, on every way to this place");
    case Binding::State::kCarried:
      refuse(node.span, fmt::format("'{}' carries a value from one turn of a loop to the next", node.text),
             "cells are computed side by side: write what a cell needs as elements of arrays, such as a[i - 1]");
    case Binding::State::kLost:
      break;
  }
  refuse(node.span, fmt::format("'{}' is a value of many cells, or of code that is not imported", node.text),
         "sums and extremes over cells are 'monitor' in rtlgen: leave them out here, and pass what is made of them as "
         "a parameter");
}

ValuePtr Executor::member_value(const Node& node) {
  const int record = node.kids[0].decl;
  auto [found, is_new] = members_.emplace(std::pair{record, node.text}, static_cast<int>(trace_.parameters.size()));
  if (is_new) trace_.parameters.push_back({node.text, node.span, node.type.number});
  given_.insert(node.text);
  const auto given = wishes_.values.find(node.text);
  if (given != wishes_.values.end())
    return cast(number(given->second, node.span, reporter_), node.type.number, node.span);
  return leaf(Value::Kind::kParameter, found->second, node.type.number, node.span);
}

ValuePtr Executor::chosen_value(const Node& node) {
  const ValuePtr value = condition(node.kids[0]);
  if (const auto known = decided(*value, box()))
    return cast(expression(node.kids[*known ? 1 : 2]), node.type.number, node.span);
  if (!assigned(node.kids[1]).empty() || !assigned(node.kids[2]).empty())
    refuse(node.span, "an assignment inside of '?:'", "write it by if and else");
  facts_.push_back({value, true});
  const ValuePtr then = expression(node.kids[1]);
  facts_.back().holds = false;
  const ValuePtr otherwise = expression(node.kids[2]);
  facts_.pop_back();
  return select(value, then, otherwise, node.span, reporter_);
}

ValuePtr Executor::logical(const Node& node) {
  const ValuePtr left = expression(node.kids[0]);
  const bool is_and = node.text == "&&";
  if (const auto known = decided(*cast(left, CType::boolean(), node.span), box()); known && *known != is_and)
    return whole_number(is_and ? 0 : 1, CType::boolean(), node.span);
  if (!assigned(node.kids[1]).empty()) refuse(node.span, "an assignment behind && or ||", "write it by if");
  facts_.push_back({cast(left, CType::boolean(), node.span), is_and});
  const ValuePtr right = expression(node.kids[1]);
  facts_.pop_back();
  return binary(node.text, cast(left, CType::boolean(), node.span), cast(right, CType::boolean(), node.span), node.span,
                reporter_);
}

ValuePtr Executor::expression(const Node& node) {
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
      if (node.text.find("++") != std::string::npos || node.text.find("--") != std::string::npos) return step(node);
      if (node.text == "-" || node.text == "+" || node.text == "!" || node.text == "~") {
        const ValuePtr value = expression(node.kids[0]);
        return unary(node.text, node.text == "!" ? cast(value, CType::boolean(), node.span) : value, node.span);
      }
      break;
    case Node::Kind::kBinary: {
      if (node.text == "&&" || node.text == "||") return logical(node);
      const ValuePtr left = expression(node.kids[0]);
      const ValuePtr right = expression(node.kids[1]);
      if (node.text == "," || !left || !right) return right;
      return binary(node.text, left, right, node.span, reporter_);
    }
    case Node::Kind::kAssign:
      return assign(node);
    case Node::Kind::kSelect:
      if (node.type.kind == Type::Kind::kNumber) return chosen_value(node);
      break;
    case Node::Kind::kCast:
      if (node.type.kind == Type::Kind::kNumber) return cast(expression(node.kids[0]), node.type.number, node.span);
      if (node.type.kind == Type::Kind::kVoid) return nullptr;
      break;
    default:
      break;
  }
  refuse(node.span, "this expression cannot be imported",
         "use numbers, elements of arrays, operators and functions of math.h");
}

ValuePtr Executor::step(const Node& node) {
  const ValuePtr before = expression(node.kids[0]);
  const ValuePtr one = whole_number(1, CType::integer(true, 32), node.span);
  const std::string op = node.text.find("++") != std::string::npos ? "+" : "-";
  const ValuePtr after = cast(binary(op, before, one, node.span, reporter_), before->type, node.span);
  assign_to(node.kids[0], after, node.span);
  return node.text[0] == 'p' ? before : after;
}

ValuePtr Executor::assign(const Node& node) {
  const Node& target = node.kids[0];
  if (target.type.kind == Type::Kind::kPointer) {
    if (target.kind != Node::Kind::kName)
      refuse(node.span, "a pointer in memory is assigned", "exchange two pointers by name");
    Binding& binding = environment_[target.decl];
    if (node.text != "=") refuse(node.span, fmt::format("the pointer '{}' moves", target.text), "use indices");
    if (new_memory(node.kids[1])) {
      binding.pointer = Pointer{new_buffer(target.text, target.type, target.span, true), {}, {}};
    } else if (is_live_) {
      binding.pointer = pointer(node.kids[1]);
    }
    return nullptr;
  }
  ValuePtr value = expression(node.kids[1]);
  if (!value) refuse(node.kids[1].span, "this has no value", "assign a number");
  if (node.text != "=")
    value = binary(node.text.substr(0, node.text.size() - 1), expression(target), value, node.span, reporter_);
  value = cast(value, target.type.number, node.span);
  assign_to(target, value, node.span);
  return value;
}

void Executor::assign_to(const Node& target, const ValuePtr& value, Span span) {
  if (target.kind == Node::Kind::kName) {
    Binding& binding = environment_[target.decl];
    const ValuePtr now = kept(target.text, cast(value, target.type.number, span));
    binding.value = now;
    binding.type = target.type.number;
    binding.name = target.text;
    binding.state = Binding::State::kSet;
    return;
  }
  CType type;
  if (ValuePtr* const element = table_element(target, type)) {
    const ValuePtr now = kept("element", cast(value, type, span));
    *element = now;
    return;
  }
  store(pointer(target), value, span);
}

ValuePtr Executor::call_value(const Node& node) {
  const auto found = unit_.function_of.find(node.decl);
  if (found != unit_.function_of.end()) return inlined(unit_.functions[found->second], node);
  if (is_ignored(node.text) || !is_live_) {
    lose(node);
    return nullptr;
  }
  if (node.text == "memcpy" || node.text == "memmove") return copy(node);
  std::vector<ValuePtr> args;
  const bool is_math = is_known_function(node.text) || node.text == "labs" ||
                       (!node.text.empty() && is_known_function(node.text.substr(0, node.text.size() - 1)));
  if (!is_math) {
    reporter_.fail("RG0618", node.span,
                   fmt::format("the function '{}' is not in this file, so what it does is not known", node.text),
                   {"define it in the file; of libraries, functions of math.h are known"});
  }
  for (const Node& kid : node.kids) args.push_back(expression(kid));
  return math(node, std::move(args));
}

/// C has one function for each type, unlike C++: sqrt of a float is that of a double.
ValuePtr Executor::math(const Node& node, std::vector<ValuePtr> args) {
  CType type = CType::floating(node.text.back() == 'f' && node.text != "erf" ? 32 : 64);
  if (node.text == "abs") type = CType::integer(true, 32);
  if (node.text == "labs" || node.text == "llabs") type = CType::integer(true, 64);
  for (ValuePtr& arg : args) {
    if (!arg) refuse(node.span, "an argument has no value", "pass numbers");
    arg = cast(arg, type, node.span);
  }
  return call(node.text, std::move(args), type, node.span);
}

ValuePtr Executor::inlined(const Function& function, const Node& node) {
  if (!is_live_ && wanted_ != nullptr && has_loop_over_cells(unit_, function.body)) {
    lose(node);
    return nullptr;
  }
  report(function);
  if (active_.size() > kDeepestCalls || !active_.insert(&function).second) {
    refuse(node.span, fmt::format("'{}' calls itself", function.name), "write it as a loop");
  }
  std::vector<Binding> bound;
  for (std::size_t i = 0; i < function.parameters.size() && i < node.kids.size(); ++i) {
    const Node& parameter = function.parameters[i];
    Binding binding;
    binding.name = parameter.text;
    binding.type = parameter.type.number;
    binding.state = Binding::State::kSet;
    if (parameter.type.kind == Type::Kind::kNumber) {
      binding.value = kept(parameter.text, cast(expression(node.kids[i]), binding.type, node.kids[i].span));
    } else if (parameter.type.has_number) {
      const Node* given = &node.kids[i];
      while (given->kind == Node::Kind::kCast) given = &given->kids[0];
      const auto known = given->kind == Node::Kind::kName ? environment_.find(given->decl) : environment_.end();
      if (known != environment_.end() && !known->second.table.empty()) {
        binding = known->second;
      } else {
        binding.pointer = pointer(node.kids[i]);
      }
    } else {
      binding.record = node.kids[i].decl;
    }
    bound.push_back(binding);
  }
  for (std::size_t i = 0; i < bound.size(); ++i) environment_[function.parameters[i].decl] = bound[i];
  const CType type_before = return_type_;
  const int turns_before = turns_;
  const Node* const body_before = body_;
  body_ = &function.body;
  turns_ = 0;
  returned_ = nullptr;
  return_type_ = function.result.number;
  Flow flow = Flow::kNext;
  statement(function.body, flow);
  body_ = body_before;
  const ValuePtr out = returned_;
  returned_ = nullptr;
  return_type_ = type_before;
  turns_ = turns_before;
  active_.erase(&function);
  if (!out && function.result.kind == Type::Kind::kNumber)
    refuse(node.span, fmt::format("'{}' returns no value here", function.name), "return a number on every way");
  return out;
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

bool Executor::new_memory(const Node& first) {
  const Node* at = &first;
  while (at->kind == Node::Kind::kCast) at = &at->kids[0];
  return at->kind == Node::Kind::kNumber ||
         (at->kind == Node::Kind::kCall &&
          (at->text == "malloc" || at->text == "calloc" || at->text == "aligned_alloc"));
}

}  // namespace rtlgen::importer::c

// Calls: functions of the file are executed, those of math.h become values.
#include <fmt/format.h>

#include <algorithm>

#include "import/c/executor.hpp"
#include "import/document.hpp"
#include "import/make_expr.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::size_t kMostNestedCalls = 32;
constexpr int kMostCalls = 10000;
constexpr std::size_t kLongestCall = 40;

/// Calls that do not change cell data. Their results are not known.
bool is_ignored(const std::string& name) {
  static const std::set<std::string> names = {
      "printf", "fprintf", "puts",   "free",   "gettimeofday", "srand",   "fclose", "fflush", "rand",   "atoi",  "atof",
      "atol",   "strtod",  "strtol", "random", "drand48",      "srand48", "time",   "clock",  "getenv", "strlen"};
  return names.contains(name) || name.compare(0, 4, "omp_") == 0 || is_hint(name);
}

bool is_math(const std::string& name) {
  if (name.empty()) return false;
  return is_known_function(name) || name == "labs" || name == "llabs" ||
         is_known_function(name.substr(0, name.size() - 1));
}

}  // namespace

/// Null if the call returns nothing.
ValuePtr Executor::call_value(const Node& node) {
  const auto found = unit_.function_of.find(node.decl);
  if (found != unit_.function_of.end()) return inlined(unit_.functions[found->second], node);
  if (is_math(node.text)) {
    std::vector<ValuePtr> args;
    const std::size_t before = touches_.size();
    for (const Node& kid : node.kids) {
      const std::size_t own = touches_.size();
      args.push_back(expression(kid));
      check_order(before, own, node.span);
    }
    return math(node, std::move(args));
  }
  const std::string what = fmt::format("'{}'", one_line(reporter_.quote(node.span), kLongestCall));
  static const std::set<std::string> kOutput = {"printf", "fprintf", "puts"};
  if (is_live_ && kOutput.contains(node.text) && !loops_.empty())
    refuse(node.span, fmt::format("'{}' inside a loop over cells cannot be imported", node.text),
           "delete output: rtlgen imports only the computation");
  if (is_ignored(node.text)) {
    for (const Node& kid : node.kids) perform(kid);
    lose(node, what);
  } else if (!is_live_) {
    for (const Node& kid : node.kids) perform(kid);
    lose(node, what);
  } else if (node.text == "memcpy" || node.text == "memmove") {
    copy(node);
    return nullptr;
  } else {
    reporter_.fail(Code::kNotExpressible, node.span,
                   fmt::format("the function '{}' is not in this file, so its effect is not known", node.text),
                   {"define it in the file; of libraries, only math.h is supported. To skip code before a loop, write "
                    "'#pragma rtlgen' before the loop"});
  }
  return node.type.kind == Type::Kind::kNumber ? lost(what, node.type.number, node.span) : nullptr;
}

/// Unlike C++, C has no overloads: sqrt of a float is computed in double.
ValuePtr Executor::math(const Node& node, std::vector<ValuePtr> args) {
  CType type = CType::floating(node.text.back() == 'f' && node.text != "erf" ? 32 : 64);
  if (node.text == "abs") type = CType::integer(true, 32);
  if (node.text == "labs" || node.text == "llabs") type = CType::integer(true, 64);
  for (ValuePtr& arg : args) {
    arg = cast(arg, type, node.span);
  }
  return call(node.text, std::move(args), type, node.span);
}

Binding Executor::argument(const Node& parameter, const Node& given) {
  Binding binding;
  binding.name = parameter.text;
  binding.type = parameter.type.number;
  binding.state = Binding::State::kSet;
  if (parameter.type.kind == Type::Kind::kNumber) {
    binding.value = kept(parameter.text, cast(expression(given), binding.type, given.span));
    return binding;
  }
  if (!parameter.type.has_number) {
    binding.record = given.decl;
    return binding;
  }
  const Node* at = &given;
  while (at->kind == Node::Kind::kCast) at = &at->kids[0];
  const auto known = at->kind == Node::Kind::kName ? environment_.find(at->decl) : environment_.end();
  const bool is_table = known != environment_.end() && table_behind(at->decl) != nullptr;
  if (is_table) {
    binding.table_of = known->second.table_of >= 0 ? known->second.table_of : at->decl;
  } else {
    binding.pointer = pointer(given);
  }
  return binding;
}

ValuePtr Executor::inlined(const Function& function, const Node& node) {
  report(function);
  if (++calls_ > kMostCalls)
    reporter_.fail(Code::kProgramTooLarge, node.span,
                   fmt::format("more than {} calls, each of which is inlined", kMostCalls),
                   {"store the result of a repeated call in a variable"});
  if (active_.size() > kMostNestedCalls)
    reporter_.fail(Code::kProgramTooLarge, node.span,
                   fmt::format("calls are nested more than {} deep", kMostNestedCalls), {"nest fewer calls"});
  if (active_.contains(&function))
    refuse(node.span, fmt::format("'{}' calls itself", function.name), "write it as a loop");
  std::vector<Binding> bound;
  const std::size_t first = touches_.size();
  for (std::size_t i = 0; i < function.parameters.size() && i < node.kids.size(); ++i) {
    const std::size_t own = touches_.size();
    bound.push_back(argument(function.parameters[i], node.kids[i]));
    check_order(first, own, node.span);
  }
  active_.insert(&function);
  for (std::size_t i = 0; i < bound.size(); ++i) environment_[function.parameters[i].decl] = bound[i];
  const CType type_before = return_type_;
  const int turns_before = turns_;
  const Node* const body_before = body_;
  const Function* const function_before = function_;
  body_ = &function.body;
  function_ = &function;
  turns_ = 0;
  returned_ = nullptr;
  return_type_ = function.result.number;
  ++callings_;
  Flow flow = Flow::kNext;
  statement(function.body, flow);
  --callings_;
  body_ = body_before;
  function_ = function_before;
  const ValuePtr out = returned_;
  returned_ = nullptr;
  return_type_ = type_before;
  turns_ = turns_before;
  active_.erase(&function);
  forget_touches(first, declared(function));
  if (!out && function.result.kind == Type::Kind::kNumber)
    refuse(node.span, fmt::format("'{}' returns no value here", function.name), "return a number on every path");
  return out;
}

/// Variables of a finished call no longer matter.
void Executor::forget_touches(std::size_t first, const std::set<int>& things) {
  const auto begin = touches_.begin() + static_cast<std::ptrdiff_t>(first);
  touches_.erase(std::remove_if(begin, touches_.end(), [&](const auto& one) { return things.contains(one.first); }),
                 touches_.end());
  last_write_ = std::min(last_write_, first);
  for (std::size_t i = first; i < touches_.size(); ++i) {
    if (touches_[i].second) last_write_ = i + 1;
  }
}

bool Executor::new_memory(const Node& first) {
  const Node* at = &first;
  while (at->kind == Node::Kind::kCast) at = &at->kids[0];
  return at->kind == Node::Kind::kNumber ||
         (at->kind == Node::Kind::kCall &&
          (at->text == "malloc" || at->text == "calloc" || at->text == "aligned_alloc"));
}

}  // namespace rtlgen::importer::c

// Functions, declarations and conditions.
#include "import/c/executor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kLargestTable = 4096;

const Node* loop_behind(const Node& node, std::size_t place) {
  if (node.kind == Node::Kind::kFor && node.span.begin > place) return &node;
  for (const Node& kid : node.kids) {
    if (const Node* const found = loop_behind(kid, place)) return found;
  }
  return nullptr;
}

/// A call that gives one array for two parameters.
const Node* call_with_one_array(const Node& node, const std::string& name) {
  if (node.kind == Node::Kind::kCall && node.text == name) {
    for (std::size_t i = 0; i < node.kids.size(); ++i) {
      const Node& one = node.kids[i];
      const bool is_array =
          one.kind == Node::Kind::kName && one.type.has_number && one.type.kind != Type::Kind::kNumber;
      for (std::size_t j = 0; j < i && is_array; ++j) {
        if (node.kids[j].kind == Node::Kind::kName && node.kids[j].decl == one.decl) return &one;
      }
    }
  }
  for (const Node& kid : node.kids) {
    if (const Node* const found = call_with_one_array(kid, name)) return found;
  }
  return nullptr;
}

/// Does it measure time, as between the sections of a program? Then it is nothing that cells hold.
bool measures_time(const Node& node) {
  const bool is_time = node.type.spelling == "struct timeval" || node.type.spelling == "struct timespec";
  const bool is_variable = node.kind == Node::Kind::kName || node.kind == Node::Kind::kVariable;
  return (is_time && is_variable) || std::any_of(node.kids.begin(), node.kids.end(), measures_time);
}

}  // namespace

void Executor::refuse(Span span, const std::string& message, const std::string& note) const {
  reporter_.fail("RG0618", span, message, {note});
}

void Executor::report(const Function& function) const {
  for (const LaterError& error : function.errors) reporter_.error(error.code, error.span, error.message, error.notes);
  if (!function.errors.empty()) throw Abandoned{};
}

/// Those that the function needs.
void Executor::bind_globals(const Function& function) {
  std::set<int> changed;
  for (const Function& other : unit_.functions) changed.merge(assigned(other.body));
  std::set<int> needed = mentioned(unit_, function.body);
  for (auto global = unit_.globals.rbegin(); global != unit_.globals.rend(); ++global) {
    if (needed.contains(global->decl) && !global->kids.empty()) needed.merge(mentioned(unit_, global->kids[0]));
  }
  for (const Node& global : unit_.globals) {
    if (global.type.kind == Type::Kind::kNumber) given_.insert(global.text);
    if (!needed.contains(global.decl)) continue;
    if (!global.refusal.empty()) refuse_node(global);
    const bool is_known = !global.kids.empty() && !changed.contains(global.decl);
    if (is_known) {
      declare(global);
    } else if (global.type.kind == Type::Kind::kArray) {
      Binding binding;
      binding.name = global.text;
      binding.pointer = Pointer{new_buffer(global.text, global.type, global.span, false), {}, {}};
      environment_[global.decl] = binding;
    } else {
      bind_parameter(global);
    }
  }
}

void Executor::bind_parameter(const Node& parameter) {
  Binding& binding = environment_[parameter.decl];
  binding.name = parameter.text;
  binding.type = parameter.type.number;
  if (parameter.type.kind == Type::Kind::kNumber) {
    binding.state = Binding::State::kSet;
    given_.insert(parameter.text);
    const auto given = wishes_.values.find(parameter.text);
    if (given != wishes_.values.end()) {
      binding.value = cast(number(given->second, parameter.span, reporter_), binding.type, parameter.span);
    } else {
      binding.value =
          leaf(Value::Kind::kParameter, static_cast<int>(trace_.parameters.size()), binding.type, parameter.span);
      trace_.parameters.push_back({parameter.text, parameter.span, binding.type});
    }
  } else if (parameter.type.has_number) {
    Type type = parameter.type;
    for (std::size_t i = 0; i < parameter.sizes.size() && i < type.extents.size(); ++i) {
      std::optional<std::int64_t>& extent = type.extents[type.extents.size() - 1 - i];
      const Node& size = parameter.sizes[parameter.sizes.size() - 1 - i];
      if (!extent && pure(size)) extent = whole(*expression(size));
    }
    binding.pointer = Pointer{new_buffer(parameter.text, type, parameter.span, false), {}, {}};
  } else {
    binding.record = parameter.decl;
  }
}

Trace Executor::run() {
  const Function& function = chosen();
  trace_.name = function.name;
  for (const Function& other : unit_.functions) {
    if (const Node* const twice = call_with_one_array(other.body, function.name)) {
      refuse(twice->span, fmt::format("'{}' is given the same array for two parameters", function.name),
             "parameters are different arrays: give two, or write the loop for one");
    }
  }
  report(function);
  bind_globals(function);
  for (const Node& parameter : function.parameters) bind_parameter(parameter);
  if (wishes_.pragma && wishes_.function.empty()) {
    wanted_ = *wishes_.pragma > function.span.begin ? loop_behind(function.body, *wishes_.pragma) : nullptr;
    is_live_ = wanted_ == nullptr;
  }
  return_type_ = function.result.number;
  Flow flow = Flow::kNext;
  body_ = &function.body;
  statement(function.body, flow);
  if (trace_.effects.empty()) {
    reporter_.fail("RG0613", function.span,
                   fmt::format("'{}' assigns no elements of an array in a loop", function.name),
                   {"name another function by '#pragma rtlgen' before it, or by --function"});
  }
  for (const auto& [name, value] : wishes_.values) {
    if (given_.contains(name)) continue;
    reporter_.fail("RG0615", function.span,
                   fmt::format("'{}' is given a value, and is no parameter of '{}'", name, function.name),
                   {"values are for parameters that are numbers, for members of records, and for global variables"});
  }
  return std::move(trace_);
}

Executor::Flow Executor::block(const std::vector<Node>& nodes, std::size_t from) {
  for (std::size_t i = from; i < nodes.size(); ++i) {
    if (is_over_) return Flow::kLeft;
    Flow flow = Flow::kNext;
    if (nodes[i].kind == Node::Kind::kIf) {
      flow = branch(nodes[i], nodes, i + 1);
    } else {
      statement(nodes[i], flow);
    }
    if (flow == Flow::kLeft) return flow;
  }
  return Flow::kNext;
}

void Executor::statement(const Node& node, Flow& flow) {
  const bool is_simple = node.kind == Node::Kind::kVariable || node.kind == Node::Kind::kAssign;
  if (is_simple && measures_time(node)) return;
  switch (node.kind) {
    case Node::Kind::kNone:
      return;
    case Node::Kind::kBlock:
      flow = block(node.kids, 0);
      return;
    case Node::Kind::kVariable:
      declare(node);
      return;
    case Node::Kind::kFor:
      loop(node);
      return;
    case Node::Kind::kIf:
      flow = branch(node, {}, 0);
      return;
    case Node::Kind::kContinue:
      flow = Flow::kLeft;
      return;
    case Node::Kind::kReturn:
      if (turns_ > 0) refuse(node.span, "a return out of a loop", "end the loop by its condition");
      returned_ = node.kids.empty() ? nullptr : cast(expression(node.kids[0]), return_type_, node.span);
      flow = Flow::kLeft;
      return;
    case Node::Kind::kOther:
      if (!is_live_) {
        lose(node);
        return;
      }
      if (!node.refusal.empty()) refuse_node(node);
      refuse(node.span, fmt::format("this statement cannot be imported ({})", node.text),
             "rtlgen follows for loops with constant bounds, if, assignments, declarations and calls");
    default:
      expression(node);
  }
}

/// Forgets the values of variables that code which is not followed may assign.
void Executor::lose(const Node& node) {
  for (const int decl : assigned(unit_, node)) {
    const auto found = environment_.find(decl);
    if (found != environment_.end()) found->second.state = Binding::State::kLost;
  }
}

Executor::Flow Executor::branch(const Node& node, const std::vector<Node>& nodes, std::size_t next) {
  const ValuePtr value = condition(node.kids[0]);
  const auto run = [&](bool holds) {
    Flow flow = Flow::kNext;
    if (holds) statement(node.kids[1], flow);
    if (!holds && node.kids.size() > 2) statement(node.kids[2], flow);
    return flow;
  };
  const auto known = decided(*value, box());
  if (known) return run(*known);
  if (loops_.empty() && is_live_ && has_loop_over_cells(unit_, node)) {
    refuse(node.kids[0].span, "loops that run or not, by a condition that is not known",
           "give the parameters of the condition values: '#pragma rtlgen n=64', or --define n=64");
  }
  const Environment before = environment_;
  facts_.push_back({value, true});
  const Flow first = run(true);
  const ValuePtr first_value = returned_;
  const Environment then = environment_;
  environment_ = before;
  facts_.back().holds = false;
  const Flow second = run(false);
  const ValuePtr second_value = returned_;
  if (first == Flow::kNext && second == Flow::kNext) {
    facts_.pop_back();
    merge(value, then, environment_, node.span);
    return Flow::kNext;
  }
  // What follows is for the side that goes on.
  ValuePtr rest = second_value;
  ValuePtr other = first_value;
  if (first == Flow::kNext || second == Flow::kNext) {
    const bool is_outermost = body_ == &node || (body_ != nullptr && &body_->kids == &nodes);
    if (!is_outermost) {
      refuse(node.span, "continue or return inside of two conditions",
             "write it by if and else, or in the outermost block of the loop or function");
    }
    facts_.back().holds = first == Flow::kNext;
    if (first == Flow::kNext) {
      environment_ = then;
      other = second_value;
    }
    returned_ = nullptr;
    block(nodes, next);
    rest = returned_;
  }
  const bool rest_holds = facts_.back().holds;
  facts_.pop_back();
  if (other && rest)
    returned_ = rest_holds ? select(value, rest, other, node.span, reporter_)
                           : select(value, other, rest, node.span, reporter_);
  return Flow::kLeft;
}

void Executor::merge(const ValuePtr& condition, const Environment& then, const Environment& otherwise, Span span) {
  Environment out = otherwise;
  for (auto& [decl, binding] : out) {
    const auto found = then.find(decl);
    if (found == then.end()) continue;
    const Binding& other = found->second;
    if (other.state != Binding::State::kSet && binding.state == Binding::State::kSet) {
      binding.state = other.state;
    } else if (binding.value && other.value && binding.value != other.value && other.state == Binding::State::kSet &&
               binding.state == Binding::State::kSet) {
      binding.value =
          kept(binding.name, cast(select(condition, other.value, binding.value, span, reporter_), binding.type, span));
    }
    for (std::size_t i = 0; i < binding.table.size(); ++i) {
      if (binding.table[i] == other.table[i]) continue;
      binding.table[i] =
          binding.table[i] && other.table[i]
              ? kept(binding.name,
                     cast(select(condition, other.table[i], binding.table[i], span, reporter_), binding.type, span))
              : nullptr;
    }
    if (binding.pointer && other.pointer && binding.pointer->buffer != other.pointer->buffer) binding.pointer.reset();
  }
  environment_ = std::move(out);
}

void Executor::declare(const Node& variable) {
  if (!variable.refusal.empty() && is_live_) refuse_node(variable);
  Binding binding;
  binding.name = variable.text;
  binding.type = variable.type.number;
  if (variable.type.kind == Type::Kind::kArray) {
    declare_array(variable, binding);
  } else if (variable.type.kind == Type::Kind::kPointer && !variable.kids.empty()) {
    const Node& first = variable.kids[0];
    if (first.type.kind == Type::Kind::kPointer && !variable.type.has_number) {
      binding.record = first.decl;
    } else {
      binding.pointer = new_memory(first)
                            ? Pointer{new_buffer(variable.text, variable.type, variable.span, true), {}, {}}
                            : pointer(first);
    }
  } else if (variable.type.kind == Type::Kind::kNumber && !variable.kids.empty()) {
    binding.value = kept(variable.text, cast(expression(variable.kids[0]), binding.type, variable.span));
    binding.state = Binding::State::kSet;
  } else if (variable.type.kind == Type::Kind::kRecord || (variable.type.kind == Type::Kind::kOther && is_live_)) {
    refuse(variable.span, fmt::format("'{}' is a record, a union or of another type that is no number", variable.text),
           "use numbers, arrays of numbers and pointers to them; records and unions cannot be imported");
  }
  environment_[variable.decl] = std::move(binding);
}

void Executor::declare_array(const Node& variable, Binding& binding) {
  Type type = variable.type;
  for (std::size_t i = 0; i < type.extents.size() && i < variable.sizes.size(); ++i) {
    if (!type.extents[i] && pure(variable.sizes[i])) type.extents[i] = whole(*expression(variable.sizes[i]));
  }
  std::int64_t size = 1;
  for (const auto& extent : type.extents) size = extent && size <= kLargestTable ? size * *extent : kLargestTable + 1;
  const bool is_table = !variable.kids.empty() || !loops_.empty() || turns_ > 0;
  if (!is_table) {
    binding.pointer = Pointer{new_buffer(variable.text, type, variable.span, true), {}, {}};
    return;
  }
  if (size > kLargestTable || !type.has_number) {
    refuse(variable.span, fmt::format("a table of more than {} numbers", kLargestTable),
           "declare arrays of cells outside the loops and without values");
  }
  for (const auto& extent : type.extents) binding.extents.push_back(*extent);
  binding.table.resize(static_cast<std::size_t>(size));
  binding.state = Binding::State::kSet;
  std::size_t at = 0;
  if (variable.kids.empty()) return;
  fill_table(variable.kids[0], binding, 0, at);
  for (ValuePtr& value : binding.table) {
    if (!value) value = cast(whole_number(0, CType::integer(true, 32), variable.span), binding.type, variable.span);
  }
}

/// The elements of { ... } from place `at` on, which goes on behind them.
void Executor::fill_table(const Node& list, Binding& binding, std::size_t depth, std::size_t& at) {
  if (list.kind != Node::Kind::kList || depth >= binding.extents.size()) {
    if (at < binding.table.size()) binding.table[at] = cast(expression(list), binding.type, list.span);
    ++at;
    return;
  }
  std::size_t part = 1;  // elements of one entry at this depth
  for (std::size_t i = depth + 1; i < binding.extents.size(); ++i) part *= static_cast<std::size_t>(binding.extents[i]);
  for (const Node& kid : list.kids) {
    const std::size_t begin = at;
    fill_table(kid, binding, depth + 1, at);
    if (kid.kind == Node::Kind::kList) at = begin + part;
  }
}

}  // namespace rtlgen::importer::c

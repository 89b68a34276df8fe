// Functions, declarations and conditions.
#include "import/c/executor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

const Node* loop_behind(const Node& node, std::size_t place) {
  if (node.kind == Node::Kind::kFor && node.span.begin > place) return &node;
  for (const Node& kid : node.kids) {
    if (const Node* const found = loop_behind(kid, place)) return found;
  }
  return nullptr;
}

/// A call that passes one array for two parameters.
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

bool returns(const Node& node) {
  return node.kind == Node::Kind::kReturn || std::any_of(node.kids.begin(), node.kids.end(), returns);
}

/// Whether it measures time, for example between sections of a program; such values are not cell data.
bool measures_time(const Node& node) {
  const bool is_time = node.type.spelling == "struct timeval" || node.type.spelling == "struct timespec";
  const bool is_variable = node.kind == Node::Kind::kName || node.kind == Node::Kind::kVariable;
  return (is_time && is_variable) || std::any_of(node.kids.begin(), node.kids.end(), measures_time);
}

}  // namespace

void Executor::refuse(Span span, const std::string& message, const std::string& note) const {
  reporter_.fail(Code::kNotExpressible, span, message, {note});
}

void Executor::report(const Function& function) const {
  for (const LaterError& error : function.errors) reporter_.error(error.code, error.span, error.message, error.notes);
  if (!function.errors.empty()) Reporter::abandon();
}

/// Binds the globals that the function needs.
void Executor::bind_globals(const Function& function) {
  std::set<int> changed;
  for (const Function& other : unit_.functions) changed.merge(assigned(unit_, other.body));
  const Touched own = touched(unit_, function.body);
  std::set<int> needed = mentioned(unit_, function.body);
  for (auto global = unit_.globals.rbegin(); global != unit_.globals.rend(); ++global) {
    if (needed.contains(global->decl) && !global->kids.empty()) needed.merge(mentioned(unit_, global->kids[0]));
  }
  for (const Node& global : unit_.globals) {
    if (global.type.kind == Type::Kind::kNumber) given_.insert(global.text);
    if (!needed.contains(global.decl)) continue;
    if (!global.refusal.empty()) refuse_node(global);
    const bool is_known = !global.kids.empty() && !changed.contains(global.decl);
    // Only the initial value tells where a pointer points; other variables that a function assigns may have changed
    // before.
    const bool is_first = is_start_ && !global.kids.empty() && global.type.kind == Type::Kind::kNumber;
    const bool is_pointer =
        global.type.kind == Type::Kind::kPointer && !global.kids.empty() && !new_memory(global.kids[0]);
    if (is_known || is_first || is_pointer) {
      declare(global);
    } else if (global.type.kind == Type::Kind::kArray) {
      Binding binding;
      binding.name = global.text;
      if (own.elements.contains(global.decl) && is_table(unit_, function.body, global.decl) && global.type.has_number) {
        bind_table(global, is_start_);
        continue;
      }
      const int buffer = new_buffer(global.text, global.type, global.span, false);
      trace_.buffers[static_cast<std::size_t>(buffer)].first = first_values(global);
      binding.pointer = Pointer{buffer, {}, {}};
      environment_[global.decl] = binding;
    } else {
      const std::size_t parameters = trace_.parameters.size();
      bind_parameter(global);
      if (trace_.parameters.size() == parameters) continue;
      const auto values = first_values(global);
      if (values.size() == 1) trace_.parameters.back().first = values[0];
    }
  }
}

/// A global array that the function fills before its cells read it.
void Executor::bind_table(const Node& global, bool is_start) {
  Binding binding;
  binding.name = global.text;
  binding.type = global.type.number;
  declare_array(global, binding);
  for (ValuePtr& element : binding.table) {
    if (!is_start) element = lost(fmt::format("'{}' after other calls,", global.text), binding.type, global.span);
    // C initialises globals to zero.
    if (!element) element = cast(whole_number(0, CType::integer(true, 32), global.span), binding.type, global.span);
  }
  environment_[global.decl] = std::move(binding);
}

void Executor::bind_parameter(const Node& parameter) {
  Binding& binding = environment_[parameter.decl];
  binding.name = parameter.text;
  binding.type = parameter.type.number;
  if (parameter.type.kind == Type::Kind::kNumber) {
    binding.state = Binding::State::kSet;
    given_.insert(parameter.text);
    const auto given = settings_.values.find(parameter.text);
    if (given != settings_.values.end()) {
      const std::string& text = given->second;
      const std::size_t first = text.find_first_not_of("+-");
      if (first == std::string::npos ||
          (std::isdigit(static_cast<unsigned char>(text[first])) == 0 && text[first] != '.'))
        reporter_.fail(Code::kInvalidProgramNumber, parameter.span,
                       fmt::format("{} {}={}: '{}' is not a number",
                                   settings_.of_options.contains(parameter.text) ? "--define" : "#pragma rtlgen",
                                   parameter.text, text, text),
                       {fmt::format("'{}' needs a value such as 64", parameter.text)});
      const ValuePtr value = number(text, parameter.span, reporter_);
      if (!binding.type.is_float() && value->type.is_float())
        reporter_.fail(Code::kInvalidProgramNumber, parameter.span,
                       fmt::format("'{}' is an integer, but {} is not", parameter.text, given->second),
                       {"give it an integer with --define or '#pragma rtlgen'"});
      binding.value = cast(value, binding.type, parameter.span);
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
  function_ = &function;
  is_start_ = function.name == "main";
  trace_.name = function.name;
  for (const Function& other : unit_.functions) {
    if (const Node* const twice = call_with_one_array(other.body, function.name)) {
      refuse(twice->span, fmt::format("'{}' is called with the same array for two parameters", function.name),
             "parameters must be different arrays: pass two, or write the loop for one");
    }
  }
  report(function);
  bind_globals(function);
  for (const Node& parameter : function.parameters) bind_parameter(parameter);
  if (settings_.pragma && settings_.function.empty()) {
    wanted_ = *settings_.pragma > function.span.begin ? loop_behind(function.body, *settings_.pragma) : nullptr;
    is_live_ = wanted_ == nullptr;
  }
  return_type_ = function.result.number;
  Flow flow = Flow::kNext;
  body_ = &function.body;
  statement(function.body, flow);
  if (trace_.effects.empty() && !empty_loop_.empty()) {
    std::string given;
    for (const auto& [name, value] : settings_.values)
      given += fmt::format("{}{} = {}", given.empty() ? "" : ", ", name, value);
    reporter_.fail(
        Code::kProgramStatementCount, function.span,
        fmt::format("the loop over '{}' has no iteration{}", empty_loop_, given.empty() ? "" : " with " + given),
        {given.empty() ? "change its bounds" : "use larger values"});
  }
  if (trace_.effects.empty()) {
    reporter_.fail(
        Code::kProgramStatementCount, function.span,
        fmt::format("'{}' does not assign array elements in a loop", function.name),
        {settings_.pragma && wanted_ == nullptr
             ? "put '#pragma rtlgen' before a function or a 'for' loop: a 'while' cannot be a loop over time steps. "
               "Write for (int t = 0; t < n; t++); 'until' in the YAML ends it earlier (docs/language_data.md)"
             : "select another function with '#pragma rtlgen' before it, or with --function"});
  }
  check_dropped();
  for (const auto& [name, value] : settings_.values) {
    if (given_.contains(name)) continue;
    if (settings_.of_options.contains(name)) {
      reporter_.warning(Code::kIneffectiveImportOption, function.span,
                        fmt::format("-D {}: '{}' has no parameter of that name", name, function.name));
      continue;
    }
    reporter_.fail(Code::kUndeclaredProgramName, function.span,
                   fmt::format("'{}' has a value, but is not a parameter of '{}'", name, function.name),
                   {"values are for numeric parameters, struct members, and global variables"});
  }
  return std::move(trace_);
}

Executor::Flow Executor::block(const std::vector<Node>& nodes, std::size_t from) {
  for (std::size_t i = from; i < nodes.size(); ++i) {
    if (is_over_) return Flow::kLeft;
    Flow flow = Flow::kNext;
    // A return statement in a called function is not tolerated: its value is lost with the statement that makes the
    // call.
    const bool is_tolerated = callings_ == 0 || !returns(nodes[i]);
    if (!is_live_ && turns_ == 0 && !holds_wanted(nodes[i]) && is_tolerated) {
      tolerant(nodes[i], flow);
    } else if (nodes[i].kind == Node::Kind::kIf) {
      flow = branch(nodes[i], nodes, i + 1);
    } else {
      statement(nodes[i], flow);
    }
    if (flow == Flow::kLeft) return flow;
  }
  return Flow::kNext;
}

void Executor::statement(const Node& node, Flow& flow) {
  if (is_over_) {
    flow = Flow::kLeft;
    return;
  }
  if (callings_ == 0) {
    touches_.clear();
    last_write_ = 0;
  }
  const bool is_simple = node.kind == Node::Kind::kVariable || node.kind == Node::Kind::kAssign;
  if (is_simple && measures_time(node)) {
    if (is_live_ && !touched(unit_, node).elements.empty())
      refuse(node.span, "an array is assigned a measured time", "do not store timer values in arrays");
    lose(node, "a measured time");
    return;
  }
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
      if (turns_ > 0) refuse(node.span, "this returns from inside a loop", "end the loop with its condition");
      if (!node.kids.empty() && return_type_.width > 0 && node.kids[0].type.kind == Type::Kind::kNumber)
        returned_ = cast(expression(node.kids[0]), return_type_, node.span);
      else
        returned_ = nullptr;
      flow = Flow::kLeft;
      return;
    case Node::Kind::kOther:
      refuse_statement(node);
    default:
      perform(node);
  }
}

void Executor::refuse_statement(const Node& node) const {
  struct Refused {
    const char* what;
    const char* instead;
  };
  static const std::map<std::string, Refused> refused = {
      {"WhileStmt",
       {"a 'while' loop",
        "write for (int t = 0; t < n; t++); 'until' in the YAML ends a run earlier (docs/language_data.md)"}},
      {"DoStmt", {"a 'do' loop", "write for (int i = 0; i < n; i++)"}},
      {"BreakStmt",
       {"'break'",
        "use the loop's condition; to end time steps by a computed value, use 'until' in the YAML "
        "(docs/language_data.md)"}},
      {"SwitchStmt", {"'switch'", "write if (v == 0) ... else if (v == 1) ... else ..."}},
      {"GotoStmt", {"'goto'", "use if, else and for"}}};
  if (!node.refusal.empty()) refuse_node(node);
  const auto found = refused.find(node.text);
  refuse(node.span,
         fmt::format("{} cannot be imported", found != refused.end() ? found->second.what : "this statement"),
         found != refused.end()
             ? found->second.instead
             : "rtlgen imports for loops with constant bounds, if, assignments, declarations and calls");
}

}  // namespace rtlgen::importer::c

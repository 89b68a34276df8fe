// Values that are not known at import, and checks that no result depends on them or on the order in which C evaluates
// operands.
#include <fmt/format.h>

#include <algorithm>

#include "import/c/executor.hpp"
#include "import/document.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::size_t kLongestQuote = 40;

bool contains(const Node& node, const Node* part) {
  return &node == part ||
         std::any_of(node.kids.begin(), node.kids.end(), [&](const Node& kid) { return contains(kid, part); });
}

/// Functions of libraries: they change only their arguments.
bool is_of_library(const std::string& name) {
  static const std::set<std::string> names = {
      "printf",       "fprintf",       "sprintf",        "snprintf", "puts",    "putchar", "fputs",
      "fopen",        "fclose",        "fscanf",         "scanf",    "sscanf",  "fgets",   "fread",
      "fwrite",       "fflush",        "exit",           "abort",    "malloc",  "calloc",  "realloc",
      "free",         "aligned_alloc", "posix_memalign", "memset",   "memcpy",  "memmove", "atoi",
      "atof",         "atol",          "strtol",         "strtod",   "strcmp",  "strlen",  "rand",
      "srand",        "drand48",       "srand48",        "random",   "srandom", "time",    "clock",
      "gettimeofday", "clock_gettime", "getenv",         "perror",   "assert",  "usleep",  "sleep"};
  return names.contains(name) || name.compare(0, 4, "omp_") == 0;
}

void collect_unknown(const Unit& unit, const Node& node, bool& found) {
  if (node.kind == Node::Kind::kCall && !unit.function_of.contains(node.decl) && !is_of_library(node.text))
    found = true;
  for (const Node& kid : node.kids) collect_unknown(unit, kid, found);
}

}  // namespace

ValuePtr Executor::lost(const std::string& what, const CType& type, Span span) {
  reasons_.push_back({what, span, ""});
  return leaf(Value::Kind::kLost, static_cast<int>(reasons_.size()) - 1, type, span);
}

/// The value of a variable. If it is lost: the value that the user gives, or a lost value with the variable's name.
ValuePtr Executor::named(const std::string& name, const ValuePtr& value) {
  int id = -1;
  walk(*value, [&](const Value& part) {
    if (part.kind == Value::Kind::kLost && id < 0) id = part.id;
  });
  if (id < 0) return value;
  given_.insert(name);
  const auto given = settings_.values.find(name);
  if (given != settings_.values.end())
    return cast(number(given->second, value->span, reporter_), value->type, value->span);
  Reason reason = reasons_[static_cast<std::size_t>(id)];
  if (reason.variable.empty()) reason.variable = name;
  reasons_.push_back(reason);
  return leaf(Value::Kind::kLost, static_cast<int>(reasons_.size()) - 1, value->type, value->span);
}

void Executor::need(const Value& value, Span span) const {
  const Reason* reason = nullptr;
  walk(value, [&](const Value& part) {
    if (part.kind == Value::Kind::kLost && reason == nullptr) reason = &reasons_[static_cast<std::size_t>(part.id)];
  });
  if (reason == nullptr) return;
  const std::string& name = reason->variable;
  refuse(span,
         fmt::format("this depends on {} on line {}, whose value is not known at import", reason->what,
                     reporter_.line_of(reason->span)),
         name.empty()
             ? "assign it to a variable, and give the variable a value: --define name=value"
             : fmt::format("give '{0}' a value: --define {0}=1, or '#pragma rtlgen {0}=1'; or write the number", name));
}

void Executor::lose(Binding& binding, const std::string& what, Span span) {
  if (binding.type.width > 0 && !binding.pointer && binding.table.empty() && binding.record < 0) {
    binding.value = named(binding.name, lost(what, binding.type, span));
    binding.state = Binding::State::kSet;
  }
  for (ValuePtr& element : binding.table) element = named(binding.name, lost(what, binding.type, span));
  binding.carries = false;
}

/// Forgets the variables that unanalysed code may assign, and those that it declares.
void Executor::lose(const Node& node, const std::string& what) {
  if (node.kind == Node::Kind::kBlock && node.text == "declarations") {
    for (const Node& kid : node.kids) lose(kid, what);
  }
  if (node.kind == Node::Kind::kVariable && node.type.kind == Type::Kind::kNumber) {
    Binding& binding = environment_[node.decl];
    binding.name = node.text;
    binding.type = node.type.number;
    lose(binding, what, node.span);
  }
  const Touched all = touched(unit_, node);
  for (const int decl : all.names) {
    const auto found = environment_.find(decl);
    if (found == environment_.end()) continue;
    lose(found->second, what, node.span);
    found->second.pointer.reset();
  }
  for (const std::set<int>* arrays : {&all.elements, &all.passed}) {
    for (const int decl : *arrays) {
      if (Binding* const table = table_behind(decl)) lose(*table, what, node.span);
      const auto found = environment_.find(decl);
      if (found != environment_.end() && found->second.pointer)
        dropped_.emplace(found->second.pointer->buffer, node.span);
    }
  }
  for (const std::string& member : all.members) {
    const ValuePtr value = lost(what, CType::integer(true, 32), node.span);
    record_values_[{-1, member}].value = value;
    for (auto& [key, binding] : record_values_) {
      if (key.second == member) binding.value = value;
    }
  }
  bool calls_unknown = false;
  collect_unknown(unit_, node, calls_unknown);
  if (!calls_unknown) return;
  for (const Node& global : unit_.globals) {
    const auto found = environment_.find(global.decl);
    const bool is_constant = global.type.spelling.find("const ") != std::string::npos;
    if (found == environment_.end() || is_constant) continue;
    const ValuePtr& value = found->second.value;
    if (!value || value->kind != Value::Kind::kParameter) lose(found->second, what, node.span);
  }
}

bool Executor::holds_wanted(const Node& node) const {
  return !is_live_ && wanted_ != nullptr && contains(node, wanted_);
}

/// A statement before the loop that the pragma names: if it cannot be followed, what it assigns is lost.
void Executor::tolerant(const Node& node, Flow& flow) {
  const Reporter::Silence silence(reporter_);
  const auto facts = facts_;
  const auto loops = loops_;
  const auto active = active_;
  const auto* const function = function_;
  const auto* const body = body_;
  const CType return_type = return_type_;
  try {
    statement(node, flow);
  } catch (const Abandoned&) {
    facts_ = facts;
    loops_ = loops;
    active_ = active;
    function_ = function;
    body_ = body;
    return_type_ = return_type;
    turns_ = 0;
    callings_ = 0;
    returned_ = nullptr;
    flow = Flow::kNext;
    lose(node, fmt::format("'{}'", one_line(reporter_.quote(node.span), kLongestQuote)));
  }
}

/// Arrays that code before the named loop fills are data of the user, except those that are read as weights.
void Executor::check_dropped() const {
  std::map<int, const Access*> weights;
  std::set<int> others;
  for (const Effect& effect : trace_.effects) {
    const auto visit = [&](const Value& part) {
      if (part.kind != Value::Kind::kRead) return;
      const Access& access = trace_.accesses[static_cast<std::size_t>(part.id)];
      const bool is_constant = std::all_of(access.index.begin(), access.index.end(), [](const Index& index) {
        return index.form && index.form->factors.empty();
      });
      if (is_constant) weights.emplace(access.buffer, &access);
      if (!is_constant) others.insert(access.buffer);
    };
    walk(*effect.value, visit);
    if (effect.where) walk(*effect.where, visit);
    if (effect.access >= 0) others.insert(trace_.accesses[static_cast<std::size_t>(effect.access)].buffer);
  }
  for (const auto& [buffer, access] : weights) {
    const auto found = dropped_.find(buffer);
    if (found == dropped_.end() || others.contains(buffer)) continue;
    const std::string& name = trace_.buffers[static_cast<std::size_t>(buffer)].name;
    refuse(
        access->span,
        fmt::format("'{}' gets its values on line {}, before the named loop, where rtlgen cannot follow them", name,
                    reporter_.line_of(found->second)),
        fmt::format("declare it as an array of numbers, such as 'float {}[3]', and fill it with numbers; or import a "
                    "function that has it as a parameter",
                    name));
  }
}

void Executor::append(Effect effect) {
  const auto visit = [&](const Value& part) {
    if (part.kind == Value::Kind::kLost) need(part, effect.span);
    if (part.kind != Value::Kind::kRead) return;
    const Access& access = trace_.accesses[static_cast<std::size_t>(part.id)];
    const auto stored = last_store_.find(access.buffer);
    if (stored != last_store_.end() && stored->second > ages_[static_cast<std::size_t>(part.id)]) {
      refuse(access.span,
             fmt::format("'{}' is assigned between this read and the use of its value",
                         trace_.buffers[static_cast<std::size_t>(access.buffer)].name),
             "read the element where its value is used, in a loop over cells");
    }
  };
  walk(*effect.value, visit);
  if (effect.where) walk(*effect.where, visit);
  if (effect.access >= 0)
    last_store_[trace_.accesses[static_cast<std::size_t>(effect.access)].buffer] = trace_.effects.size() + 1;
  trace_.effects.push_back(std::move(effect));
}

/// A value read before the loop over time steps is not read again in each step.
void Executor::check_held(std::size_t first_access) const {
  for (const Effect& effect : trace_.effects) {
    const auto visit = [&](const Value& part) {
      if (part.kind != Value::Kind::kRead || static_cast<std::size_t>(part.id) >= first_access) return;
      const Access& access = trace_.accesses[static_cast<std::size_t>(part.id)];
      if (!last_store_.contains(access.buffer) && !trace_.exchanges.contains(access.buffer)) return;
      refuse(access.span,
             fmt::format("'{}' is read before the loop over time steps, which assigns it",
                         trace_.buffers[static_cast<std::size_t>(access.buffer)].name),
             "copy its initial values to a separate array");
    };
    walk(*effect.value, visit);
    if (effect.where) walk(*effect.where, visit);
  }
}

void Executor::touch(int thing, bool writes) {
  touches_.emplace_back(thing, writes);
  if (writes) last_write_ = touches_.size();
}

/// C may evaluate the operands, whose touches begin at `first` and at `second`, in any order.
void Executor::check_order(std::size_t first, std::size_t second, Span span) const {
  if (last_write_ <= first) return;
  std::map<int, bool> before;
  for (std::size_t i = first; i < second; ++i)
    before[touches_[i].first] = before[touches_[i].first] || touches_[i].second;
  for (std::size_t i = second; i < touches_.size(); ++i) {
    const auto found = before.find(touches_[i].first);
    if (found == before.end() || (!found->second && !touches_[i].second)) continue;
    refuse(span, "one operand changes what the other one reads or writes, and C does not define their order",
           "write two statements");
  }
}

}  // namespace rtlgen::importer::c

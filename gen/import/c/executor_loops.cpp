// Loops: over cells, over time steps, or unrolled.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "import/c/executor.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kMostTurns = 4096;
constexpr std::int64_t kMostTurnsInAll = 1000000;
constexpr std::int64_t kMostTurnsBefore = 65536;  ///< iterations of loops before the one that the pragma names
constexpr std::size_t kMostEffects = 20000;
constexpr std::int64_t kMostElements = 32;  ///< per table; each can be a separate array
constexpr std::int64_t kMostSteps = 2147483647;

bool holds(std::int64_t a, const std::string& relation, std::int64_t b) {
  if (relation == "<") return a < b;
  if (relation == "<=") return a <= b;
  if (relation == ">") return a > b;
  if (relation == ">=") return a >= b;
  return a != b;
}

std::int64_t wrapped_to(std::int64_t value, const CType& type) {
  Fault fault = Fault::kNone;
  const auto out = convert({CType::integer(true, 64), value, 0}, type, fault);
  return out ? static_cast<std::int64_t>(out->whole) : value;
}

}  // namespace

std::int64_t Executor::known(const ValuePtr& value, const std::string& what, Span span) {
  if (const auto number = whole(*value)) return *number;
  need(*value, span);
  if (const auto number = evaluated(*value); number && !number->type.is_float())
    return static_cast<std::int64_t>(number->whole);
  std::string parameter;
  walk(*value, [&](const Value& node) {
    if (node.kind == Value::Kind::kParameter) parameter = trace_.parameters[static_cast<std::size_t>(node.id)].name;
  });
  if (depends_on(*value, Value::Kind::kRead) || depends_on(*value, Value::Kind::kLet)) {
    refuse(
        span, what + " depends on data",
        "rtlgen needs loops with known bounds: write a number instead of a value from a pointer or an array, or loop "
        "over all cells and use 'if' inside");
  }
  if (!parameter.empty()) {
    refuse(span, fmt::format("the value of '{}' must be known: {} depends on it", parameter, what),
           fmt::format("write '#pragma rtlgen {0}=64' before the function, or use --define {0}=64", parameter));
  }
  if (!depends_on(*value, Value::Kind::kLoop) && !depends_on(*value, Value::Kind::kTime))
    refuse(span, what + " is computed by functions that rtlgen does not evaluate", "write the number");
  refuse(span, what + " depends on another loop",
         "rtlgen imports rectangular loops: constant bounds, without blocking or skewing");
}

Executor::Header Executor::header(const Node& node) {
  Header out;
  const auto fault = [&](const Node& part) {
    refuse(part.kind == Node::Kind::kNone ? node.span : part.span, "this loop is not counted by one variable",
           "write for (i = first; i < end; i++), with a constant step");
  };
  const Node* init = &node.kids[0];
  std::vector<const Node*> inits;
  if (init->kind == Node::Kind::kBlock) {
    for (const Node& kid : init->kids) inits.push_back(&kid);
  } else {
    while (init->kind == Node::Kind::kBinary && init->text == ",") {
      inits.insert(inits.begin(), &init->kids[1]);
      init = &init->kids[0];
    }
    inits.insert(inits.begin(), init);
  }
  if (inits.empty()) fault(node.kids[0]);
  for (std::size_t i = 0; i < inits.size(); ++i) {
    const Node& first = *inits[i];
    const bool is_variable = first.kind == Node::Kind::kVariable && !first.kids.empty();
    const bool assigns =
        first.kind == Node::Kind::kAssign && first.text == "=" && first.kids[0].kind == Node::Kind::kName;
    if (!is_variable && !assigns) fault(first);
    if (is_variable) declare(first);
    if (assigns) perform(first);
    if (i > 0) continue;
    out.decl = is_variable ? first.decl : first.kids[0].decl;
    out.name = is_variable ? first.text : first.kids[0].text;
    out.type = environment_[out.decl].type;
    out.first = environment_[out.decl].value;
  }
  if (!out.first || !out.type.is_integer()) fault(*inits[0]);
  const Node& condition = node.kids[1];
  static const std::set<std::string> relations = {"<", "<=", ">", ">=", "!="};
  const bool compares = condition.kind == Node::Kind::kBinary && relations.contains(condition.text) &&
                        condition.kids[0].kind == Node::Kind::kName && condition.kids[0].decl == out.decl;
  if (!compares || acts(condition.kids[1])) fault(condition);
  out.relation = condition.text;
  out.limit = expression(condition.kids[1]);
  read_step(node.kids[2], out);
  if (out.stride == 0) fault(node.kids[2]);
  for (const auto& [other, is_behind] : out.others) {
    if (!is_behind && mentioned(unit_, *other).contains(out.decl))
      refuse(other->span, fmt::format("the step reads '{}' before changing it", out.name),
             fmt::format("write '{}' first", reporter_.quote(node.kids[2].kids.back().span)));
  }
  return out;
}

/// Refuses a loop that changes its own number of iterations.
void Executor::check_header(const Node& node, const Header& header) const {
  std::set<int> changed = assigned(unit_, node.kids[3]);
  if (changed.contains(header.decl))
    refuse(node.span, fmt::format("the body of the loop assigns '{}'", header.name),
           "change it only in the loop's head");
  for (const auto& [other, is_behind] : header.others) changed.merge(assigned(unit_, *other));
  for (const int decl : mentioned(unit_, node.kids[1])) {
    if (changed.contains(decl))
      refuse(node.kids[1].span, "the loop changes a variable of its own bound", "compute the bound before the loop");
  }
}

void Executor::read_step(const Node& node, Header& out) {
  if (node.kind == Node::Kind::kBinary && node.text == ",") {
    read_step(node.kids[0], out);
    read_step(node.kids[1], out);
    return;
  }
  const bool is_ours = !node.kids.empty() && node.kids[0].kind == Node::Kind::kName && node.kids[0].decl == out.decl;
  if (!is_ours) {
    out.others.emplace_back(&node, out.stride != 0);
    return;
  }
  if (out.stride != 0) {  // counted twice
    out.others.clear();
    out.stride = 0;
    return;
  }
  if (node.kind == Node::Kind::kUnary) out.stride = node.text.find("++") != std::string::npos ? 1 : -1;
  if (node.kind != Node::Kind::kAssign) return;
  if (node.text == "+=" || node.text == "-=") {
    const auto by = whole(*expression(node.kids[1]));
    out.stride = by ? (node.text == "+=" ? *by : -*by) : 0;
  } else if (node.text == "=" && node.kids[1].kind == Node::Kind::kBinary) {
    const Node& sum = node.kids[1];
    const bool self = sum.kids[0].kind == Node::Kind::kName && sum.kids[0].decl == out.decl;
    const auto by = self ? whole(*expression(sum.kids[1])) : std::nullopt;
    if (by && (sum.text == "+" || sum.text == "-")) out.stride = sum.text == "+" ? *by : -*by;
  }
}

/// Refuses a loop that would not end like this in C: its type must hold the value after the last one, and the
/// comparison must not convert it.
void Executor::check_ends(const Node& node, const Header& header, std::int64_t first, std::int64_t limit) const {
  const std::int64_t step = header.relation.size() == 2 && header.relation != "!=" ? header.stride : 0;
  const auto fits = [&](std::int64_t value, const CType& type) {
    Fault fault = Fault::kNone;
    const auto converted = convert({CType::integer(true, 64), value, 0}, type, fault);
    return converted && converted->whole == value;
  };
  const auto common = common_type(header.type, header.limit->type, '<');
  const bool compares = !common || (fits(first, *common) && fits(limit, *common));
  if (compares && fits(limit + step, header.type)) return;
  refuse(node.kids[1].span,
         fmt::format("'{}' has only {} bits, which changes when this loop ends", header.name, header.type.width),
         "use an int as the counter, and compare it with an int");
}

std::set<int> Executor::tables() const {
  std::set<int> out;
  for (const auto& [decl, binding] : environment_) {
    if (!binding.table.empty() || binding.table_of >= 0) out.insert(decl);
  }
  return out;
}

void Executor::body(const Node& node) {
  Flow flow = Flow::kNext;
  const Node* const before = body_;
  body_ = &node.kids[3];
  statement(node.kids[3], flow);
  body_ = before;
}

void Executor::loop(const Node& node) {
  const bool is_wanted = &node == wanted_;
  if (is_wanted) {
    is_live_ = true;
    facts_.clear();
  }
  bool cells = is_over_cells(unit_, node, variable_of(node), tables());
  const bool inner = has_loop_over_cells(unit_, node.kids[3], tables());
  if (!is_live_ && (cells || inner)) {
    // Code before the wanted loop, or around it.
    if (holds_wanted(node)) {
      const Reporter& reporter = reporter_;
      reporter.fail(Code::kNotExpressible, wanted_->span, "'#pragma rtlgen' names a loop inside another loop",
                    {"write it before the outermost loop, which may be the loop over time steps"});
    }
    lose(node,
         fmt::format("the loop over '{}'", node.kids[0].kids.empty() ? "cells" : reporter_.quote(node.kids[0].span)));
    return;
  }
  const Header found = header(node);
  check_header(node, found);
  if (cells && reads_table_by(node.kids[3], found.decl, tables())) {
    const auto first = whole(*found.first);
    const auto limit = whole(*found.limit);
    cells = !first || !limit || std::abs(*limit - *first) > kMostElements;
  }
  if (cells) {
    cell_loop(node, found);
  } else if (inner && loops_.empty() && !in_time_) {
    time_loop(node, found);
  } else {
    turns(node, found);
  }
  if (is_wanted) is_over_ = true;
}

void Executor::cell_loop(const Node& node, const Header& header) {
  const std::int64_t first =
      known(header.first, fmt::format("the first value of '{}'", header.name), node.kids[0].span);
  const std::int64_t limit = known(header.limit, fmt::format("the last value of '{}'", header.name), node.kids[1].span);
  if (header.stride != 1 && header.stride != -1) {
    refuse(node.kids[2].span, fmt::format("'{}' skips cells: its step is {}", header.name, header.stride),
           "loop over all cells, and select with 'if'");
  }
  const bool down = header.stride < 0;
  if (header.relation == "!=" || (header.relation[0] == '>') != down)
    refuse(node.kids[1].span, "a loop with this condition cannot be imported",
           "use < or <= with ++, or > or >= with --");
  check_ends(node, header, first, limit);
  const std::int64_t last = limit + (header.relation.size() == 2 ? 0 : (down ? 1 : -1));
  if (down ? last > first : last < first) {
    if (empty_loop_.empty()) empty_loop_ = header.name;
    return;
  }
  const int id = static_cast<int>(trace_.loops.size());
  trace_.loops.push_back({header.name, node.span, {std::min(first, last), std::max(first, last)}, down, header.type});
  const std::map<int, std::int64_t> rising = counters(node, header, id);
  const Environment before = environment_;
  const std::vector<int> carried = poison(node, true);
  set_counters(rising, before, header, id, -1);
  const Environment start = environment_;
  one_turn(node, header, id);
  for (const auto& [decl, by] : rising) {
    const Binding& now = environment_[decl];
    const auto from = affine(*start.at(decl).value);
    const auto to = now.state == Binding::State::kSet && now.value ? affine(*now.value) : std::nullopt;
    if (!from || !to || from->factors != to->factors || to->constant - from->constant != by)
      refuse(node.span, fmt::format("'{}' does not change by the same number in each iteration of the loop", now.name),
             "use indices");
  }
  for (const int decl : carried) {
    Binding& binding = environment_[decl];
    binding.state = Binding::State::kLost;
    binding.pointer.reset();
    if (Binding* const table = table_behind(decl)) {
      table->state = Binding::State::kSet;
      lose(*table, fmt::format("the loop over '{}'", header.name), node.span);
    }
  }
  const std::int64_t count = std::abs(last - first) + 1;
  set_counters(rising, before, header, -1, count);
  Binding& variable = environment_[header.decl];
  variable.value = whole_number(last + header.stride, header.type, node.span);
  variable.state = Binding::State::kSet;
}

/// Finds the pointers that a time step has swapped.
void Executor::check_exchanges(const Node& node, const Environment& start) {
  std::set<int> changed = assigned(unit_, node.kids[3]);
  const std::set<int> names = mentioned(unit_, node.kids[3]);
  for (const int decl : changed) {
    const auto before = start.find(decl);
    if (before == start.end() || !before->second.pointer) continue;
    const auto& now = environment_[decl].pointer;
    const bool is_array = now && now->index.empty() && !now->pending;
    const int from = before->second.pointer->buffer;
    const auto known = trace_.exchanges.find(from);
    if (!is_array || (known != trace_.exchanges.end() && known->second != now->buffer)) {
      refuse(node.span, fmt::format("it is not known which array '{}' is in the next time step", before->second.name),
             "swap two pointers at the end of each time step");
    }
    if (now->buffer != from) trace_.exchanges[from] = now->buffer;
  }
  for (const auto& [decl, binding] : start) {
    if (!binding.pointer || changed.contains(decl) || !names.contains(decl)) continue;
    if (trace_.exchanges.contains(binding.pointer->buffer)) {
      refuse(node.span, fmt::format("'{}' keeps its array, but another pointer to that array is swapped", binding.name),
             "use only the swapped pointers in the loop over time steps");
    }
  }
}

void Executor::time_loop(const Node& node, const Header& header) {
  if (trace_.time || !trace_.effects.empty()) {
    refuse(node.span,
           trace_.time ? "this is a second loop over time steps" : "loops over cells precede the loop over time steps",
           "import one loop: write '#pragma rtlgen' before it, and supply the data that the others compute");
  }
  const std::size_t first_access = trace_.accesses.size();
  Time time{header.name, node.span, 0, header.stride, 0};
  time.first = known(header.first, fmt::format("the first value of '{}'", header.name), node.kids[0].span);
  const std::int64_t limit = known(header.limit, "the number of time steps", node.kids[1].span);
  const std::int64_t distance = (limit - time.first) * (header.stride > 0 ? 1 : -1);
  const std::int64_t stride = std::abs(header.stride);
  const std::int64_t reach = distance + (header.relation.size() == 2 && header.relation != "!=" ? 1 : 0);
  if ((header.stride > 0) == (header.relation[0] == '>') && header.relation != "!=")
    refuse(node.kids[1].span, "this loop never ends or never runs", "write < and ++");
  if (header.relation == "!=" && distance % stride != 0) refuse(node.kids[1].span, "this loop never ends", "write <");
  check_ends(node, header, time.first, limit);
  time.count = (reach + stride - 1) / stride;
  if (time.count < 1 || time.count > kMostSteps)
    refuse(node.span, fmt::format("the loop has {} time steps", time.count), "a run has 1 to 2147483647 time steps");
  trace_.time = time;
  in_time_ = true;
  const Environment outside = environment_;
  poison(node, false);
  environment_[header.decl].value = leaf(Value::Kind::kTime, 0, header.type, node.span);
  environment_[header.decl].state = Binding::State::kSet;
  for (const auto& [other, is_behind] : header.others) {
    const int decl = other->kids.empty() ? -1 : other->kids[0].decl;
    const auto at = outside.find(decl);
    const ValuePtr before = at != outside.end() ? at->second.value : nullptr;
    perform(*other);
    const auto now =
        before && environment_[decl].value ? whole_at(*environment_[decl].value, time.first) : std::nullopt;
    if (!now || !whole(*before) || *now != *whole(*before))
      refuse(other->span, "this cannot be computed from the number of the time step",
             "write it as t0 = t % 2, t1 = (t + 1) % 2");
  }
  const Environment start = environment_;
  body(node);
  check_exchanges(node, start);
  check_held(first_access);
  for (auto& [decl, binding] : environment_) {
    if (!binding.pointer && start.contains(decl) &&
        (start.at(decl).value != binding.value || start.at(decl).state == Binding::State::kCarried))
      binding.state = Binding::State::kLost;
  }
  environment_[header.decl].state = Binding::State::kLost;
  in_time_ = false;
}

void Executor::turns(const Node& node, const Header& header) {
  // From i - 1 to i + 1: only the distance matters.
  const auto first = affine(*header.first);
  const auto last = affine(*header.limit);
  const bool moves = first && last && !first->factors.empty() && first->factors == last->factors;
  std::int64_t at =
      moves ? 0 : known(header.first, fmt::format("the first value of '{}'", header.name), node.kids[0].span);
  const std::int64_t limit =
      moves ? last->constant - first->constant
            : known(header.limit, fmt::format("the last value of '{}'", header.name), node.kids[1].span);
  const auto value = [&] {
    const ValuePtr number = whole_number(at, header.type, node.span);
    return moves ? cast(binary("+", header.first, number, node.span, reporter_), header.type, node.span) : number;
  };
  if (!moves && common_type(header.type, header.limit->type, '<') != header.type && at >= 0 && limit < 0)
    check_ends(node, header, at, limit);
  ++turns_;
  for (std::int64_t turn = 0; holds(at, header.relation, limit); ++turn) {
    const bool is_long = !is_live_ && turns_in_all_ > kMostTurnsBefore;
    if (is_long || turn >= kMostTurns || ++turns_in_all_ > kMostTurnsInAll || trace_.effects.size() > kMostEffects) {
      refuse(node.span, fmt::format("this loop is unrolled and has more than {} iterations", kMostTurns),
             "a loop over time steps contains loops over cells; other loops are for a few neighbours");
    }
    environment_[header.decl].value = value();
    environment_[header.decl].state = Binding::State::kSet;
    body(node);
    if (is_over_) break;
    at += header.stride;
    if (!moves) at = wrapped_to(at, header.type);
    environment_[header.decl].value = value();
    for (const auto& [other, is_behind] : header.others) perform(*other);
  }
  environment_[header.decl].value = value();
  --turns_;
}

}  // namespace rtlgen::importer::c

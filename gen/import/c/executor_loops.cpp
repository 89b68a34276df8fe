// Loops: over cells, over time steps, or turn by turn.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kMostTurns = 4096;
constexpr std::int64_t kMostTurnsInAll = 1000000;
constexpr std::size_t kMostEffects = 20000;
constexpr std::int64_t kMostElements = 32;  ///< of a table, for each of which there can be arrays
constexpr std::int64_t kMostSteps = 2147483647;

bool holds(std::int64_t a, const std::string& relation, std::int64_t b) {
  if (relation == "<") return a < b;
  if (relation == "<=") return a <= b;
  if (relation == ">") return a > b;
  if (relation == ">=") return a >= b;
  return a != b;
}

}  // namespace

std::int64_t Executor::known(const ValuePtr& value, const std::string& what, Span span) {
  if (const auto number = whole(*value)) return *number;
  std::string parameter;
  walk(*value, [&](const Value& node) {
    if (node.kind == Value::Kind::kParameter) parameter = trace_.parameters[static_cast<std::size_t>(node.id)].name;
  });
  if (depends_on(*value, Value::Kind::kRead) || depends_on(*value, Value::Kind::kLet)) {
    refuse(span, what + " depends on data",
           "rtlgen needs loops whose bounds are known: go over all cells, and use 'if' inside");
  }
  if (!parameter.empty()) {
    refuse(span, fmt::format("{} needs the value of '{}'", what, parameter),
           fmt::format("write '#pragma rtlgen {0}=64' before the function, or use --define {0}=64", parameter));
  }
  refuse(span, what + " depends on another loop",
         "rtlgen imports boxes: bounds that are the same in every turn, without blocking or skewing");
}

Executor::Header Executor::header(const Node& node) {
  Header out;
  const auto fault = [&](const Node& part) {
    refuse(part.kind == Node::Kind::kNone ? node.span : part.span, "this loop is not counted by one variable",
           "write for (i = first; i < end; i++), with a step that is constant");
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
    if (assigns) expression(first);
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
  if (!compares) fault(condition);
  out.relation = condition.text;
  out.limit = expression(condition.kids[1]);
  read_step(node.kids[2], out);
  if (out.stride == 0) fault(node.kids[2]);
  return out;
}

/// What decides how often a loop runs stays as it is in it.
void Executor::check_header(const Node& node, const Header& header) const {
  const std::set<int> changed = assigned(unit_, node.kids[3]);
  if (changed.contains(header.decl))
    refuse(node.span, fmt::format("the body of the loop assigns '{}'", header.name), "let the head of the loop count");
  for (const int decl : mentioned(unit_, node.kids[1])) {
    if (changed.contains(decl))
      refuse(node.kids[1].span, "the body of the loop assigns what its bound is made of", "compute the bound before");
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
    out.others.push_back(&node);
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

void Executor::loop(const Node& node) {
  const bool is_wanted = &node == wanted_;
  if (is_wanted) is_live_ = true;
  std::set<int> tables;
  for (const auto& [decl, binding] : environment_) {
    if (!binding.table.empty()) tables.insert(decl);
  }
  bool cells = is_over_cells(unit_, node, variable_of(node), tables);
  const bool inner = has_loop_over_cells(unit_, node.kids[3]);
  if (!is_live_ && (cells || inner)) {
    // What stands before the loop that is wanted, and what may hold it.
    const bool holds_it =
        wanted_ != nullptr && wanted_->span.begin > node.span.begin && wanted_->span.end <= node.span.end;
    if (holds_it) {
      refuse(wanted_->span, "'#pragma rtlgen' names a loop inside of another one",
             "write it before the outermost loop, that over time steps included");
    } else {
      for (const int decl : poison(node)) environment_[decl].state = Binding::State::kLost;
      return;
    }
  }
  const Header found = header(node);
  check_header(node, found);
  if (cells && reads_table_by(node.kids[3], found.decl, tables)) {
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

/// Marks what the loop assigns and reads before as carried; the declarations.
std::vector<int> Executor::poison(const Node& body) {
  std::vector<int> out;
  for (const int decl : assigned(unit_, body)) {
    const auto found = environment_.find(decl);
    if (found == environment_.end() || found->second.pointer || found->second.record >= 0) continue;
    found->second.state = Binding::State::kCarried;
    out.push_back(decl);
  }
  return out;
}

void Executor::cell_loop(const Node& node, const Header& header) {
  const std::int64_t first =
      known(header.first, fmt::format("the first value of '{}'", header.name), node.kids[0].span);
  const std::int64_t limit = known(header.limit, fmt::format("the last value of '{}'", header.name), node.kids[1].span);
  if (header.stride != 1 && header.stride != -1) {
    refuse(node.kids[2].span, fmt::format("'{}' leaves cells out: its step is {}", header.name, header.stride),
           "go over all cells, and choose by 'if'");
  }
  const bool down = header.stride < 0;
  if (header.relation == "!=" || (header.relation[0] == '>') != down)
    refuse(node.kids[1].span, "a loop with this condition cannot be imported", "write <, <= and ++, or >, >= and --");
  const std::int64_t last = limit + (header.relation.size() == 2 ? 0 : (down ? 1 : -1));
  if (down ? last > first : last < first) return;
  const int id = static_cast<int>(trace_.loops.size());
  trace_.loops.push_back({header.name, node.span, {std::min(first, last), std::max(first, last)}, down, header.type});
  loops_.push_back(id);
  ++turns_;
  const Environment before = environment_;
  const std::vector<int> carried = poison(node.kids[3]);
  Binding& variable = environment_[header.decl];
  variable.value = leaf(Value::Kind::kLoop, id, header.type, node.span);
  variable.state = Binding::State::kSet;
  Flow flow = Flow::kNext;
  const Node* const body_before = body_;
  body_ = &node.kids[3];
  statement(node.kids[3], flow);
  body_ = body_before;
  --turns_;
  loops_.pop_back();
  for (const auto& [decl, binding] : before) {
    const auto& old = binding.pointer;
    const auto& now = environment_[decl].pointer;
    if (old && (!now || now->buffer != old->buffer || now->index.size() != old->index.size()))
      refuse(node.span, fmt::format("the pointer '{}' changes from cell to cell", binding.name), "use indices");
  }
  for (const int decl : carried) environment_[decl].state = Binding::State::kLost;
  environment_[header.decl].state = Binding::State::kLost;
}

/// Which pointers have changed places in a time step.
void Executor::check_exchanges(const Node& node, const Environment& start) {
  const std::set<int> changed = assigned(node.kids[3]);
  const std::set<int> names = mentioned(unit_, node.kids[3]);
  for (const int decl : changed) {
    const auto before = start.find(decl);
    if (before == start.end() || !before->second.pointer) continue;
    const auto& now = environment_[decl].pointer;
    const bool is_array = now && now->index.empty() && !now->pending;
    const int from = before->second.pointer->buffer;
    const auto known = trace_.exchanges.find(from);
    if (!is_array || (known != trace_.exchanges.end() && known->second != now->buffer)) {
      refuse(node.span, fmt::format("which array '{}' is in the next time step is not known", before->second.name),
             "exchange two pointers at the end of each time step");
    }
    if (now->buffer != from) trace_.exchanges[from] = now->buffer;
  }
  for (const auto& [decl, binding] : start) {
    if (!binding.pointer || changed.contains(decl) || !names.contains(decl)) continue;
    if (trace_.exchanges.contains(binding.pointer->buffer)) {
      refuse(node.span, fmt::format("'{}' stays with its array, and another pointer to it is exchanged", binding.name),
             "use the exchanged pointers alone in the loop over time steps");
    }
  }
}

void Executor::time_loop(const Node& node, const Header& header) {
  if (trace_.time || !trace_.effects.empty()) {
    refuse(node.span,
           trace_.time ? "a second loop over time steps" : "loops over cells before the loop over time steps",
           "import one loop: write '#pragma rtlgen' before it, and give it the data that the others leave");
  }
  Time time{header.name, node.span, 0, header.stride, 0};
  time.first = known(header.first, fmt::format("the first value of '{}'", header.name), node.kids[0].span);
  const std::int64_t limit =
      known(header.limit, fmt::format("the number of time steps, '{}',", header.name), node.kids[1].span);
  const std::int64_t distance = (limit - time.first) * (header.stride > 0 ? 1 : -1);
  const std::int64_t stride = std::abs(header.stride);
  const std::int64_t reach = distance + (header.relation.size() == 2 && header.relation != "!=" ? 1 : 0);
  if ((header.stride > 0) == (header.relation[0] == '>') && header.relation != "!=")
    refuse(node.kids[1].span, "this loop never ends or never runs", "write < and ++");
  time.count = (reach + stride - 1) / stride;
  if (time.count < 1 || time.count > kMostSteps)
    refuse(node.span, fmt::format("{} time steps", time.count), "a run has 1 to 2147483647 of them");
  trace_.time = time;
  in_time_ = true;
  poison(node.kids[3]);
  environment_[header.decl].value = leaf(Value::Kind::kTime, 0, header.type, node.span);
  environment_[header.decl].state = Binding::State::kSet;
  for (const Node* other : header.others) {
    const int decl = other->kids.empty() ? -1 : other->kids[0].decl;
    const ValuePtr before = decl >= 0 && environment_.contains(decl) ? environment_[decl].value : nullptr;
    expression(*other);
    const auto now = before ? whole_at(*environment_[decl].value, time.first) : std::nullopt;
    if (!now || !whole(*before) || *now != *whole(*before))
      refuse(other->span, "this is not known from the number of the time step",
             "write it as in t0 = t % 2, t1 = (t + 1) % 2");
  }
  const Environment start = environment_;
  Flow flow = Flow::kNext;
  const Node* const body_before = body_;
  body_ = &node.kids[3];
  statement(node.kids[3], flow);
  body_ = body_before;
  check_exchanges(node, start);
  for (auto& [decl, binding] : environment_) {
    if (!binding.pointer && start.contains(decl) && start.at(decl).value != binding.value)
      binding.state = Binding::State::kLost;
  }
  in_time_ = false;
}

void Executor::turns(const Node& node, const Header& header) {
  if (!is_live_ && wanted_ == nullptr) return;
  // From i - 1 to i + 1: the distance is what counts.
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
  ++turns_;
  for (std::int64_t turn = 0; holds(at, header.relation, limit); ++turn, at += header.stride) {
    if (turn >= kMostTurns || ++turns_in_all_ > kMostTurnsInAll || trace_.effects.size() > kMostEffects) {
      refuse(node.span, fmt::format("a loop of more than {} turns that is written out", kMostTurns),
             "loops over time steps hold loops over cells; other loops are for a few neighbours");
    }
    environment_[header.decl].value = value();
    environment_[header.decl].state = Binding::State::kSet;
    Flow flow = Flow::kNext;
    const Node* const body_before = body_;
    body_ = &node.kids[3];
    statement(node.kids[3], flow);
    body_ = body_before;
    if (is_over_) break;
    for (const Node* other : header.others) expression(*other);
  }
  environment_[header.decl].value = value();
  --turns_;
}

}  // namespace rtlgen::importer::c

// Conditions: both sides are executed, and their results become a choice.
#include <fmt/format.h>

#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

namespace {

bool is_same(const std::optional<Pointer>& a, const std::optional<Pointer>& b) {
  if (!a || !b) return !a && !b;
  bool same = a->buffer == b->buffer && a->index.size() == b->index.size() && c::is_same(a->pending, b->pending);
  for (std::size_t i = 0; same && i < a->index.size(); ++i) same = c::is_same(a->index[i], b->index[i]);
  return same;
}

}  // namespace

Executor::Flow Executor::side(const Node& node, bool holds) {
  Flow flow = Flow::kNext;
  if (holds) statement(node.kids[1], flow);
  if (!holds && node.kids.size() > 2) statement(node.kids[2], flow);
  return flow;
}

Executor::Flow Executor::branch(const Node& node, const std::vector<Node>& nodes, std::size_t next) {
  if (holds_wanted(node)) return side(node, holds_wanted(node.kids[1]));  // the named loop is assumed to be reached
  const ValuePtr value = condition(node.kids[0]);
  const auto known = decided(*value, box());
  if (known) return side(node, *known);
  if (loops_.empty() && is_live_ && has_loop_over_cells(unit_, node, tables())) {
    need(*value, node.kids[0].span);
    refuse(node.kids[0].span, "whether these loops run depends on a condition that is not known",
           "set the parameters of the condition: '#pragma rtlgen n=64', or --define n=64");
  }
  const Environment before = environment_;
  facts_.push_back({value, true});
  const Flow first = side(node, true);
  const ValuePtr first_value = returned_;
  const Environment then = environment_;
  environment_ = before;
  facts_.back().holds = false;
  const Flow second = side(node, false);
  const ValuePtr second_value = returned_;
  if (first == second) {
    facts_.pop_back();
    merge(value, then, environment_, node.span);
    if (first == Flow::kNext) return first;
    if (first_value && second_value) returned_ = select(value, first_value, second_value, node.span, reporter_);
    return Flow::kLeft;
  }
  const bool goes_on = first == Flow::kNext;  // the side on which the condition is true
  if (!is_live_ && callings_ == 0) {
    // The loop that the pragma names is assumed to be reached.
    facts_.pop_back();
    if (goes_on) environment_ = then;
    returned_ = nullptr;
    return Flow::kNext;
  }
  const bool is_outermost = body_ == &node || (body_ != nullptr && &body_->kids == &nodes);
  if (!is_outermost) {
    refuse(node.span, "continue or return inside two nested conditions",
           "use if and else, or move it to the outermost block of the loop or function");
  }
  facts_.back().holds = goes_on;
  const Environment left = goes_on ? environment_ : then;
  if (goes_on) environment_ = then;
  returned_ = nullptr;
  block(nodes, next);
  const ValuePtr rest = returned_;
  const ValuePtr other = goes_on ? second_value : first_value;
  facts_.pop_back();
  const Environment gone_on = environment_;
  merge(value, goes_on ? gone_on : left, goes_on ? left : gone_on, node.span);
  if (other && rest) {
    returned_ =
        goes_on ? select(value, rest, other, node.span, reporter_) : select(value, other, rest, node.span, reporter_);
  }
  return Flow::kLeft;
}

void Executor::merge(const ValuePtr& condition, const Environment& then, const Environment& otherwise, Span span) {
  environment_ = otherwise;
  for (auto& [decl, binding] : environment_) {
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
    merge_table(condition, other, binding, span);
    if (!is_same(binding.pointer, other.pointer)) binding.pointer.reset();
  }
}

void Executor::merge_table(const ValuePtr& condition, const Binding& then, Binding& out, Span span) {
  for (std::size_t i = 0; i < out.table.size() && i < then.table.size(); ++i) {
    ValuePtr& element = out.table[i];
    if (element == then.table[i]) continue;
    const bool both = element && then.table[i];
    element = both ? kept(out.name, cast(select(condition, then.table[i], element, span, reporter_), out.type, span))
                   : nullptr;
  }
}

}  // namespace rtlgen::importer::c

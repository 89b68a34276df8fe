// Loops over cells: one iteration represents all cells; counters grow by the same number in each iteration.
#include "import/c/executor.hpp"

namespace rtlgen::importer::c {

/// Marks variables that the loop assigns as carried from one iteration to the next; returns their declarations.
std::vector<int> Executor::poison(const Node& loop, bool pointers) {
  std::vector<int> out;
  Touched all = touched(unit_, loop.kids[3]);
  Touched step = touched(unit_, loop.kids[2]);
  all.names.merge(step.names);
  all.elements.merge(step.elements);
  for (const int decl : all.names) {
    const auto found = environment_.find(decl);
    if (found == environment_.end() || found->second.record >= 0) continue;
    if (found->second.pointer && !pointers) continue;
    found->second.pointer.reset();
    found->second.state = Binding::State::kCarried;
    out.push_back(decl);
  }
  for (const int decl : all.elements) {
    Binding* const table = table_behind(decl);
    if (table == nullptr) continue;
    for (ValuePtr& element : table->table) element = nullptr;
    table->carries = true;
    out.push_back(decl);
  }
  return out;
}

/// Executes the body once, with the loop's variable as a symbol.
void Executor::one_turn(const Node& node, const Header& header, int loop) {
  loops_.push_back(loop);
  ++turns_;
  Binding& variable = environment_[header.decl];
  variable.value = leaf(Value::Kind::kLoop, loop, header.type, node.span);
  variable.state = Binding::State::kSet;
  body(node);
  const ValuePtr next =
      cast(binary("+", environment_[header.decl].value,
                  whole_number(header.stride, CType::integer(true, 32), node.span), node.span, reporter_),
           header.type, node.span);
  environment_[header.decl].value = next;
  for (const auto& [other, is_behind] : header.others) perform(*other);
  --turns_;
  loops_.pop_back();
}

/// The growth of variables in a trial run of the first iteration. The real execution proves it for all iterations.
std::map<int, std::int64_t> Executor::counters(const Node& node, const Header& header, int loop) const {
  std::map<int, std::int64_t> out;
  for (const int decl : stepped(node)) {
    const auto found = environment_.find(decl);
    const bool is_set =
        found != environment_.end() && found->second.state == Binding::State::kSet && found->second.value;
    if (decl != header.decl && is_set && affine(*found->second.value)) out[decl] = 0;
  }
  if (out.empty()) return out;
  const Reporter::Silence silence(reporter_);
  Executor trial = *this;
  try {
    trial.poison(node, true);
    for (const auto& [decl, by] : out) {
      Binding& binding = trial.environment_[decl];
      binding.value = environment_.at(decl).value;
      binding.state = Binding::State::kSet;
    }
    trial.one_turn(node, header, loop);
  } catch (const Abandoned&) {
    return {};
  }
  for (auto at = out.begin(); at != out.end();) {
    const Binding& now = trial.environment_[at->first];
    const auto from = affine(*environment_.at(at->first).value);
    const auto to = now.state == Binding::State::kSet && now.value ? affine(*now.value) : std::nullopt;
    const bool rises = to && to->factors == from->factors;
    if (rises) at->second = to->constant - from->constant;
    at = rises ? std::next(at) : out.erase(at);
  }
  return out;
}

/// Sets counters to their values at the loop's variable, or before iteration `turn` if there is no loop.
void Executor::set_counters(const std::map<int, std::int64_t>& counters, const Environment& before,
                            const Header& header, int loop, std::int64_t turn) {
  for (const auto& [decl, by] : counters) {
    const CType& own = environment_[decl].type;
    const CType wide = own == header.type ? own : CType::integer(true, 64);
    const ValuePtr& from = before.at(decl).value;
    const Span span = from->span;
    ValuePtr turns = whole_number(turn, wide, span);
    if (loop >= 0) {
      const ValuePtr now = leaf(Value::Kind::kLoop, loop, header.type, span);
      const bool down = header.stride < 0;
      turns = binary("-", cast(down ? header.first : now, wide, span), cast(down ? now : header.first, wide, span),
                     span, reporter_);
    }
    const ValuePtr rise = binary("*", turns, whole_number(by, wide, span), span, reporter_);
    Binding& binding = environment_[decl];
    binding.value = cast(binary("+", cast(from, wide, span), rise, span, reporter_), binding.type, span);
    binding.state = Binding::State::kSet;
  }
}

}  // namespace rtlgen::importer::c

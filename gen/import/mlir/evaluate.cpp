// Finds the grid, the order of assignments, and the temps that are computed at their stores.
#include "import/mlir/evaluate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "import/make_expr.hpp"
#include "import/mlir/evaluator.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::mlir {

using c::Range;
using c::ValuePtr;

void Evaluator::refuse(Span span, const std::string& message, const std::string& note) const {
  reporter_.fail(Code::kNotExpressible, span, message, {note});
}

c::Trace Evaluator::run() {
  find_grid();
  while (!pass()) {
    // Once more, with further temps computed at their applies.
  }
  make_remarks();
  return std::move(trace_);
}

/// The grid: all indices of the fields that have every axis.
void Evaluator::find_grid() {
  rank_ = program_.stores[0].field.type.axes.size();
  std::set<int> used;
  for (const Store& store : program_.stores) {
    if (store.field.type.axes.size() != rank_)
      refuse(store.span,
             fmt::format("this field has {}, but another stored field has {}",
                         counted(store.field.type.axes.size(), "axis", "axes"), rank_),
             "import one of them at a time");
    used.insert(store.field.buffer);
  }
  for (const Temp& one : program_.temps) {
    if (one.kind == Temp::Kind::kLoad) used.insert(one.field.buffer);
    const bool is_whole =
        one.type.axes.size() == rank_ && std::count(one.type.axes.begin(), one.type.axes.end(), false) == 0;
    if (one.kind != Temp::Kind::kLoad && !is_whole)
      refuse(one.span, "this apply has fewer axes than the stored fields", "give its temps all axes of the grid");
    if (!is_whole) used.erase(one.field.buffer);
  }
  for (const int buffer : used) {
    const auto& bounds = program_.buffer_bounds[static_cast<std::size_t>(buffer)];
    if (!bounds || bounds->low.size() != rank_) continue;
    if (low_.empty()) {
      low_ = bounds->low;
      high_ = bounds->high;
    }
    for (std::size_t a = 0; a < rank_; ++a) {
      low_[a] = std::min(low_[a], bounds->low[a]);
      high_[a] = std::max(high_[a], bounds->high[a]);
    }
  }
  for (std::size_t a = 0; a < rank_; ++a) order_.push_back(program_.column_major ? rank_ - 1 - a : a);
}

bool Evaluator::is_used_once(const Temp& one) const {
  if (one.is_read) return false;
  if (one.stores == 1 && one.combines.empty()) return true;
  return one.stores == 0 && one.combines.size() == 1 && is_used_once(temp(one.combines[0]));
}

bool Evaluator::is_at_store(int id) const { return is_used_once(temp(id)) && !at_apply_.contains(id); }

bool Evaluator::pass() {
  trace_ = program_.trace;
  groups_.clear();
  readings_.clear();
  needs_.clear();
  buffers_.clear();
  lets_ = 0;
  std::size_t applies = program_.applies.size();
  std::size_t stores = program_.stores.size();
  while (applies > 0 || stores > 0) {
    const bool is_store =
        applies == 0 || (stores > 0 && program_.stores[stores - 1].position > program_.applies[applies - 1].position);
    if (is_store) {
      put_store(program_.stores[--stores]);
    } else {
      put_apply(program_.applies[--applies]);
    }
  }
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group)
    trace_.effects.insert(trace_.effects.end(), group->effects.begin(), group->effects.end());
  bool settled = true;
  for (const Reading& reading : readings_) settled = settle(reading) && settled;
  return settled;
}

/// Whether a read sees the values at the time of its load.
bool Evaluator::settle(const Reading& reading) {
  const Temp& load = temp(reading.load);
  for (const Store& store : program_.stores) {
    if (store.field.buffer != load.field.buffer) continue;
    const bool each_step = store.in_loop && !load.in_loop;
    if (!each_step && (store.position <= load.position || store.position >= reading.position)) continue;
    const bool can_move =
        reading.stored >= 0 && !each_step &&
        store.position >= program_.applies[static_cast<std::size_t>(temp(reading.stored).apply)].position;
    if (can_move) {
      at_apply_.insert(reading.stored);
      return false;
    }
    refuse(
        reading.span,
        fmt::format("'{}' holds values from before the store on line {}", load.name, reporter_.line_of(store.span)),
        each_step ? "load the field inside the time loop" : "load the field again, or compute this before the store");
  }
  if (!load.in_loop && program_.trace.exchanges.contains(load.field.buffer))
    refuse(reading.span, fmt::format("'{}' was loaded before the time loop, which swaps its field", load.name),
           "load the field inside the time loop");
  return true;
}

void Evaluator::begin(int position, const std::vector<Range>& range) {
  loops_.clear();
  facts_.clear();
  for (std::size_t a = 0; a < rank_; ++a) {
    loops_.push_back(static_cast<int>(trace_.loops.size()));
    trace_.loops.push_back({fmt::format("axis {}", a), {}, range[a], false, CType::integer(true, 64)});
  }
  groups_.push_back({position, {}});
}

void Evaluator::assign(int buffer, const ValuePtr& slot, const ValuePtr& value, Span span) {
  c::Effect effect;
  effect.access = access(buffer, slot, here(), span);
  effect.value = value;
  for (const std::size_t axis : order_) effect.loops.push_back(loops_[axis]);
  effect.box = box();
  effect.span = span;
  groups_.back().effects.push_back(std::move(effect));
}

void Evaluator::put_store(const Store& store) {
  std::vector<Range> range;
  for (std::size_t a = 0; a < rank_; ++a) range.push_back({store.range.low[a], store.range.high[a] - 1});
  begin(store.position, range);
  const ValuePtr value = value_at(store.temp, here(), store.span);
  assign(store.field.buffer, store.field.slot, value, store.statement);
}

void Evaluator::put_apply(const Apply& apply) {
  std::vector<std::size_t> results;
  std::vector<int> temps;
  std::vector<Range> range;
  for (const int id : apply.temps) {
    const auto need = needs_.find(id);
    if (need == needs_.end()) continue;
    results.push_back(temp(id).result);
    temps.push_back(id);
    if (range.empty()) range = need->second;
    for (std::size_t a = 0; a < rank_; ++a) {
      range[a].low = std::min(range[a].low, need->second[a].low);
      range[a].high = std::max(range[a].high, need->second[a].high);
    }
  }
  if (temps.empty()) return;
  for (std::size_t a = 0; a < rank_; ++a) {
    if (range[a].low < low_[a] || range[a].high >= high_[a])
      refuse(apply.operation->span,
             fmt::format("this is needed for [{}, {}] along axis {}, but no field has more than [{}, {}]", range[a].low,
                         range[a].high + 1, a, low_[a], high_[a]),
             "extend the fields to these indices");
  }
  begin(apply.position, range);
  const std::vector<ValuePtr> values = body(apply, results);
  for (std::size_t i = 0; i < temps.size(); ++i)
    assign(buffer_of(temps[i]), nullptr, values[i], apply.operation->statement);
}

void Evaluator::make_remarks() {
  std::vector<std::string> names(rank_);
  for (std::size_t k = 0; k < rank_; ++k) names[order_[k]] = std::string(1, "xyz"[rank_ - 1 - k]);
  trace_.remarks.push_back(fmt::format("The indices of the program are {}; cell 0 is [{}] in the program.",
                                       fmt::join(names, ", "), fmt::join(low_, ", ")));
  for (std::size_t i = 0; i < program_.buffer_bounds.size(); ++i) {
    const auto& bounds = program_.buffer_bounds[i];
    if (!bounds || bounds->low.size() != rank_ || (bounds->low == low_ && bounds->high == high_)) continue;
    if (std::any_of(program_.temps.begin(), program_.temps.end(), [&](const Temp& one) {
          return one.field.buffer == static_cast<int>(i) &&
                 std::count(one.type.axes.begin(), one.type.axes.end(), false) > 0;
        }))
      continue;
    std::vector<std::string> parts;
    for (std::size_t k = rank_; k-- > 0;) {
      const std::size_t a = order_[k];
      parts.push_back(fmt::format("{}: {} to {}", names[a], bounds->low[a] - low_[a], bounds->high[a] - low_[a] - 1));
    }
    trace_.remarks.push_back(fmt::format("'{}' has the cells {}; its other cells have no meaning.",
                                         trace_.buffers[i].name, fmt::join(parts, ", ")));
  }
}

c::Trace evaluate(const Program& program, const Reporter& reporter) { return Evaluator(program, reporter).run(); }

}  // namespace rtlgen::importer::mlir

// Local values are inlined or become temporaries; dependences decide whether statements can be split.
#include "import/c/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr int kLargestInlined = 400;

/// The order of two accesses to one cell, given the loops around both statements.
enum class Order { kNone, kBefore, kSame, kAfter, kUnknown };

class LineMaker {
 public:
  LineMaker(const Trace& trace, const Layout& layout, const Reporter& reporter)
      : trace_(trace), layout_(layout), reporter_(reporter) {}

  Lines run() {
    count_uses();
    for (std::size_t i = 0; i < trace_.effects.size(); ++i) {
      const Effect& effect = trace_.effects[i];
      if (effect.kind == Effect::Kind::kLet && !is_inlined(i)) add(i);
      if (effect.kind == Effect::Kind::kStore) add(i);
    }
    if (trace_.simultaneous) return std::move(out_);
    for (std::size_t i = 0; i < out_.lines.size(); ++i) in_place(out_.lines[i]);
    for (std::size_t q = 0; q < out_.lines.size(); ++q) {
      for (std::size_t p = 0; p < q; ++p) pair(out_.lines[p], out_.lines[q]);
    }
    return std::move(out_);
  }

 private:
  struct LetFacts {
    std::size_t effect = 0;
    int uses = 0;
    std::size_t last_use = 0;
    bool other_loops = false;  ///< used in more loops than the one that computes it
  };

  [[noreturn]] void refuse(Span span, const std::string& message, const std::string& note) const {
    reporter_.fail(Code::kNotExpressible, span, message, {note});
  }
  const Spot& spot(int access) const { return layout_.spots.at(access); }
  const std::string& name_of(int field) const {
    return trace_.buffers[static_cast<std::size_t>(layout_.fields[static_cast<std::size_t>(field)].buffer)].name;
  }

  void count_uses() {
    for (std::size_t i = 0; i < trace_.effects.size(); ++i) {
      if (trace_.effects[i].kind == Effect::Kind::kLet) lets_[trace_.effects[i].let].effect = i;
    }
    for (std::size_t i = 0; i < trace_.effects.size(); ++i) {
      const Effect& effect = trace_.effects[i];
      const auto visit = [&](const Value& value) {
        if (value.kind != Value::Kind::kLet) return;
        LetFacts& facts = lets_[value.id];
        ++facts.uses;
        facts.last_use = std::max(facts.last_use, i);
        facts.other_loops = facts.other_loops || effect.loops != trace_.effects[facts.effect].loops;
      };
      walk(*effect.value, visit);
      if (effect.where) walk(*effect.where, visit);
    }
  }

  /// Accesses of a value, including those of inlined lets.
  void collect(const Value& value, std::vector<int>& reads, int& size) const {
    ++size;
    if (value.kind == Value::Kind::kRead) reads.push_back(value.id);
    if (value.kind == Value::Kind::kLet && out_.inlined.contains(value.id))
      collect(*out_.inlined.at(value.id), reads, size);
    for (const ValuePtr& arg : value.args) {
      if (size < kLargestInlined * 100) collect(*arg, reads, size);
    }
  }

  /// Whether a let is inlined. Decided in order, so the lets that it uses are known already.
  bool is_inlined(std::size_t i) {
    const Effect& effect = trace_.effects[i];
    const LetFacts& facts = lets_[effect.let];
    std::vector<int> reads;
    int size = 0;
    collect(*effect.value, reads, size);
    bool own = false;  // a store of these loops writes what it reads: then the sweep is on one line
    bool moves = false;
    for (std::size_t k = i + 1; k < trace_.effects.size() && k <= facts.last_use; ++k) {
      const Effect& other = trace_.effects[k];
      if (other.kind != Effect::Kind::kStore) continue;
      const int field = spot(other.access).field;
      const bool touches = std::any_of(reads.begin(), reads.end(), [&](int read) { return spot(read).field == field; });
      if (touches && k < facts.last_use) moves = true;
      if (touches && k == facts.last_use) own = !trace_.simultaneous;
    }
    const bool leaf_only = effect.value->args.empty();
    const bool wanted =
        facts.uses == 1 || facts.other_loops || leaf_only || (own && size * facts.uses < kLargestInlined);
    if (moves && facts.other_loops)
      refuse(effect.span, fmt::format("'{}' is used in further loops, after its operands have changed", effect.name),
             "compute it in the loop that uses it");
    if (!wanted || moves) return false;
    out_.inlined[effect.let] = effect.value;
    return true;
  }

  void add(std::size_t i) {
    const Effect& effect = trace_.effects[i];
    Line line;
    line.value = effect.value;
    line.where = effect.where;
    line.loops = effect.loops;
    line.span = effect.span;
    int size = 0;
    collect(*line.value, line.reads, size);
    if (line.where) collect(*line.where, line.reads, size);
    const Effect* anchor = &effect;
    if (effect.kind == Effect::Kind::kLet) {
      line.let = effect.let;
      line.name = effect.name;
      for (std::size_t k = i; k < trace_.effects.size() && anchor->access < 0; ++k) {
        if (trace_.effects[k].kind == Effect::Kind::kStore && trace_.effects[k].loops == effect.loops)
          anchor = &trace_.effects[k];
      }
      if (anchor->access < 0)
        refuse(effect.span, fmt::format("'{}' does not belong to a cell", effect.name),
               "compute it in the loop that uses it");
    } else {
      line.field = spot(effect.access).field;
    }
    line.cell = spot(anchor->access).axes;
    if (line.let >= 0) {
      for (Place& place : line.cell) {
        if (place.loop >= 0)
          place.range = {effect.box.at(place.loop).low + place.offset, effect.box.at(place.loop).high + place.offset};
      }
    }
    check_cell(line, effect);
    out_.lines.push_back(std::move(line));
  }

  void check_cell(const Line& line, const Effect& effect) const {
    std::set<int> axes;
    for (const Place& place : line.cell) {
      if (place.wraps)
        refuse(effect.span, "the index of this assignment is a remainder", "assign b[i], and read a[(i + 1) % n]");
      if (place.loop >= 0 && !axes.insert(place.loop).second)
        refuse(effect.span, "this assigns along a diagonal", "use one loop per axis");
    }
    for (const int loop : line.loops) {
      const Range& range = effect.box.at(loop);
      if (!axes.contains(loop) && range.low != range.high)
        refuse(effect.span,
               fmt::format("the same elements are assigned in each iteration of the loop over '{}'",
                           trace_.loops[static_cast<std::size_t>(loop)].name),
               "accumulate in a local variable, or in a loop with constant bounds that contains no other loop");
    }
  }

  static std::vector<int> common(const Line& a, const Line& b) {
    std::vector<int> out;
    for (std::size_t i = 0; i < a.loops.size() && i < b.loops.size() && a.loops[i] == b.loops[i]; ++i)
      out.push_back(a.loops[i]);
    return out;
  }

  /// When `first` accesses a cell, relative to the iteration of `second` that accesses it.
  Order order(const Spot& first, const Spot& second, const std::vector<int>& loops) const {
    if (first.field != second.field) return Order::kNone;
    std::map<int, std::int64_t> distance;
    for (std::size_t a = 0; a < first.axes.size(); ++a) {
      const Place& f = first.axes[a];
      const Place& s = second.axes[a];
      if (f.range.high < s.range.low || s.range.high < f.range.low) return Order::kNone;
      if (f.loop >= 0 && f.loop == s.loop && !f.wraps && !s.wraps) distance[f.loop] = s.offset - f.offset;
    }
    for (const int loop : loops) {
      const Loop& facts = trace_.loops[static_cast<std::size_t>(loop)];
      if (facts.range.low == facts.range.high) continue;
      const auto found = distance.find(loop);
      if (found == distance.end()) return Order::kUnknown;
      const std::int64_t forward = facts.down ? -found->second : found->second;
      if (forward < 0) return Order::kBefore;
      if (forward > 0) return Order::kAfter;
    }
    return Order::kSame;
  }

  Spot target(const Line& line) const { return {line.field, line.cell}; }

  void in_place(Line& line) const {
    if (line.field < 0) return;
    std::vector<std::pair<int, bool>> own;  // access, and whether its value is new
    bool any_new = false;
    for (const int read : line.reads) {
      const Order when = order(target(line), spot(read), line.loops);
      if (spot(read).field != line.field || when == Order::kNone) continue;
      if (when == Order::kUnknown) refuse_in_place(line, read);
      own.emplace_back(read, when == Order::kBefore);
      any_new = any_new || when == Order::kBefore;
    }
    if (!any_new) return;
    for (std::size_t axis = 1; axis < line.cell.size() && line.sweep == 0; ++axis) {
      const auto fits = [&](const std::pair<int, bool>& one) {
        const Offset offset = offset_of(line, one.first, trace_, layout_, reporter_);
        return (offset.steps[axis] < 0) == one.second;
      };
      if (std::all_of(own.begin(), own.end(), fits)) line.sweep = "xyz"[axis];
    }
    if (line.sweep != 0) return;
    for (const auto& [read, is_new] : own) {
      if (is_new) refuse_in_place(line, read);
    }
  }

  [[noreturn]] void refuse_in_place(const Line& line, int read) const {
    refuse(trace_.accesses[static_cast<std::size_t>(read)].span,
           fmt::format("in-place update: this reads '{}' after the same loop has assigned it", name_of(line.field)),
           "write to a second array, as in a Jacobi iteration; a sweep reads only new values of earlier rows or planes "
           "(docs/language_regions.md)");
  }

  /// p precedes q in the program; rtlgen computes all cells of p, then all of q.
  void pair(const Line& p, const Line& q) const {
    const std::vector<int> loops = common(p, q);
    if (loops.empty()) return;
    const auto fault = [&](Span span, int field) {
      refuse(span,
             fmt::format("the statements of this loop cannot be split: '{}' is assigned and read alternately",
                         name_of(field)),
             "rtlgen computes a line for all cells before the next line: use one loop per statement, or another array");
    };
    if (p.field >= 0) {
      for (const int read : q.reads) {
        const Order when = order(target(p), spot(read), loops);
        if (when == Order::kAfter || when == Order::kUnknown)
          fault(trace_.accesses[static_cast<std::size_t>(read)].span, p.field);
      }
    }
    if (q.field >= 0) {
      for (const int read : p.reads) {
        const Order when = order(target(q), spot(read), loops);
        if (when == Order::kBefore || when == Order::kUnknown)
          fault(trace_.accesses[static_cast<std::size_t>(read)].span, q.field);
      }
    }
    if (p.field >= 0 && q.field >= 0) {
      const Order when = order(target(p), target(q), loops);
      if (when == Order::kAfter || when == Order::kUnknown) fault(q.span, q.field);
    }
  }

  const Trace& trace_;
  const Layout& layout_;
  const Reporter& reporter_;
  Lines out_;
  std::map<int, LetFacts> lets_;
};

}  // namespace

Lines make_lines(const Trace& trace, const Layout& layout, const Reporter& reporter) {
  return LineMaker(trace, layout, reporter).run();
}

Offset offset_of(const Line& line, int access, const Trace& trace, const Layout& layout, const Reporter& reporter) {
  const Spot& spot = layout.spots.at(access);
  const Span span = trace.accesses[static_cast<std::size_t>(access)].span;
  Offset out;
  const bool whole = spot.axes.size() == line.cell.size();
  for (std::size_t a = 0; a < spot.axes.size(); ++a) {
    const Place& read = spot.axes[a];
    std::size_t axis = a;
    while (!whole && axis < line.cell.size() && (line.cell[axis].loop < 0 || line.cell[axis].loop != read.loop)) ++axis;
    if (axis == line.cell.size()) {
      reporter.fail(Code::kNotExpressible, span, "the assigned element does not have this index",
                    {"index an array with fewer axes by the loops of the assigned element"});
    }
    Place cell = line.cell[axis];
    out.axes.push_back(axis);
    const std::int64_t cells = layout.grid[axis];
    if (!whole && (read.wraps ? read.range.high != cells - 1 : read.range.high >= cells))
      reporter.fail(Code::kNotExpressible, span,
                    fmt::format("index {} of an array along {}, but the grid has only {}", read.range.high, "xyz"[axis],
                                counted(cells, "cell")),
                    {"declare the assigned arrays with the extent of this one, and end the loops earlier"});
    // With conditions, the access matters for fewer cells.
    const Box& box = trace.accesses[static_cast<std::size_t>(access)].box;
    if (const auto known = box.find(cell.loop); known != box.end())
      cell.range = {known->second.low + cell.offset, known->second.high + cell.offset};
    if (read.loop == cell.loop) {
      out.steps.push_back(read.offset - cell.offset);
    } else if (read.range.low == read.range.high && cell.range.low == cell.range.high) {
      out.steps.push_back(read.range.low - cell.range.low);
    } else {
      reporter.fail(Code::kNotExpressible, span,
                    read.loop < 0 ? fmt::format("many cells read the cell {} along {}", read.offset, "xyz"[axis])
                                  : std::string("this index runs along another axis than in the assigned element"),
                    {"a stencil reads cells at constant offsets from the assigned one, so this cannot be expressed"});
    }
  }
  return out;
}

}  // namespace rtlgen::importer::c

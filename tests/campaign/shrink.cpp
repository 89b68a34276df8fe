// Delta debugging over the program's tree: greedy, coarse cuts first, repeated until nothing gives.
#include "shrink.hpp"

#include <algorithm>
#include <set>

#include "vector_forms.hpp"

namespace rtlgen::test {

namespace {

using spec::Type;

class Shrinker {
 public:
  Shrinker(Program program, const std::function<bool(const Program&)>& fails, int tries)
      : best_(std::move(program)), fails_(fails), left_(tries) {}

  Program run() {
    for (bool changed = true; changed && left_ > 0;) {
      changed = false;
      changed |= switches();
      changed |= drop_lines();
      changed |= expressions();
      changed |= axes();
      changed |= sizes();
      changed |= arrays();
      changed |= types();
    }
    return best_;
  }

 private:
  /// Keeps the change if the program then still fails.
  bool attempt(const std::function<void(Program&)>& change) {
    if (left_ <= 0) return false;
    Program candidate = best_;
    change(candidate);
    prune(candidate);
    const std::string text = program_text(candidate);
    if (text == program_text(best_) || candidate.lines.empty() || !seen_.insert(text).second) return false;
    --left_;
    if (!fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool switches() {
    bool changed = attempt([](Program& p) {
      p.monitors.clear(), p.until.clear();
      for (auto& q : p.params) q.next.clear();
    });
    changed |= attempt([](Program& p) { p.lanes = 1; });
    changed |= attempt([](Program& p) { p.steps = 1; });
    changed |= attempt([](Program& p) { p.iterations = 1; });
    changed |= attempt([](Program& p) { p.reassociate = false; });
    changed |= attempt([](Program& p) { p.fused = false; });
    changed |= attempt([](Program& p) { p.hard = false; });
    changed |= attempt([](Program& p) { p.guard_bits = -1; });
    changed |= attempt([](Program& p) { p.subnormals.clear(); });
    changed |= attempt([](Program& p) { p.rounding.clear(); });
    changed |= attempt([](Program& p) { p.overflow.clear(); });
    changed |= attempt([](Program& p) { p.until.clear(); });
    changed |= attempt([](Program& p) { p.fixed_extents = false; });
    changed |= attempt([](Program& p) { p.dsp_sums = 0; });
    changed |= attempt([](Program& p) { p.device.clear(); });
    changed |= attempt([](Program& p) { p.ram.clear(); });
    changed |= attempt([](Program& p) { p.arithmetic.clear(); });
    changed |= attempt([](Program& p) { p.dsp_limit.reset(); });
    changed |= attempt([](Program& p) { p.block.clear(); });
    changed |= attempt([](Program& p) { p.extents.clear(); });
    changed |= attempt([](Program& p) { p.sources.clear(); });
    changed |= attempt([](Program& p) { p.vectors = false; });
    for (std::size_t i = best_.sources.size(); i-- > 0;)
      changed |= attempt([&](Program& p) { p.sources.erase(p.sources.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (std::size_t i = best_.tables.size(); i-- > 0;) {
      for (std::size_t half = best_.tables[i].values.size() / 2; i < best_.tables.size() && half > 0; half /= 2)
        changed |= attempt([&](Program& p) { p.tables[i].values.resize(std::min(half, p.tables[i].values.size())); });
    }
    for (std::size_t i = best_.monitors.size(); i-- > 0;)
      changed |= attempt([&](Program& p) { p.monitors.erase(p.monitors.begin() + static_cast<std::ptrdiff_t>(i)); });
    for (std::size_t i = best_.params.size(); i-- > 0;) {
      if (i < best_.params.size()) changed |= attempt([&](Program& p) { p.params[i].next.clear(); });
      if (i < best_.params.size()) changed |= attempt([&](Program& p) { p.params[i].values.resize(1); });
    }
    return changed;
  }

  /// A line less; what reads a temporary that is gone reads a field of its type, where there is one.
  /// Fields, and results of earlier lines, that reads of line `i`'s result could read instead.
  [[nodiscard]] std::vector<std::string> substitutes(std::size_t i, const Type& type) const {
    std::vector<std::string> names;
    const std::string& target = best_.lines[i].target;
    for (const Field& f : best_.fields) {
      if (f.name != target && f.type == type && f.axes.size() == best_.grid.size()) names.push_back(f.name);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (best_.lines[j].target != target && best_.lines[j].expr.type == type) names.push_back(best_.lines[j].target);
    }
    return names;
  }

  bool drop_lines() {
    bool changed = false;
    for (std::size_t i = best_.lines.size(); i-- > 0;) {
      if (i >= best_.lines.size()) continue;
      const std::string target = best_.lines[i].target;
      const Type type = best_.lines[i].expr.type;
      const auto without = [&](const std::string& instead) {
        return attempt([&](Program& p) {
          p.lines.erase(p.lines.begin() + static_cast<std::ptrdiff_t>(i));
          if (!instead.empty())
            for (Line& l : p.lines) rename(l.expr, target, instead);
        });
      };
      if (without("")) {
        changed = true;
        continue;
      }
      for (const std::string& instead : substitutes(i, type)) {
        if (!without(instead)) continue;
        changed = true;
        break;
      }
    }
    return changed;
  }

  static void rename(Expr& e, const std::string& from, const std::string& to) {
    if (e.kind == Expr::Kind::kTap && e.text == from) e.text = to;
    for (Expr& a : e.args) rename(a, from, to);
  }

  /// The node at `path`, counted from the root in order.
  static Expr* node(Expr& e, int& index) {
    if (index-- == 0) return &e;
    for (Expr& a : e.args) {
      if (Expr* found = node(a, index)) return found;
    }
    return nullptr;
  }
  static void collect(const Expr& e, const Type& type, std::vector<Expr>& into) {
    for (const Expr& a : e.args) {
      if (a.type == type) into.push_back(a);
      collect(a, type, into);
    }
  }

  /// Every node replaced by one of those below it, or by a read of the target; offsets and rules cut.
  bool expressions() {
    bool changed = false;
    for (std::size_t line = 0; line < best_.lines.size(); ++line) {
      for (int index = 0; left_ > 0; ++index) {
        if (line >= best_.lines.size()) break;
        int i = index;
        const Expr* here = node(best_.lines[line].expr, i);
        if (here == nullptr) break;
        if (cut(line, index, *here)) {
          changed = true;
          --index;
        }
      }
    }
    return changed;
  }

  bool put(std::size_t line, int index, const Expr& with) {
    return attempt([&](Program& p) {
      int i = index;
      *node(p.lines[line].expr, i) = with;
    });
  }

  bool cut(std::size_t line, int index, const Expr here) {
    if (here.kind == Expr::Kind::kTap) return cut_tap(line, index, here);
    std::vector<Expr> below;
    collect(here, here.type, below);
    for (const Field& f : best_.fields) {
      if (f.type == here.type && !here.args.empty())
        below.insert(below.begin(), {Expr::Kind::kTap, f.type, f.name, {}, std::vector<int>(f.axes.size(), 0), ""});
    }
    for (const Expr& e : below) {
      if (put(line, index, e)) return true;
    }
    // Casts look through casts.
    if (here.kind == Expr::Kind::kCast) {
      for (const Field& f : best_.fields) {
        Expr simple = here;
        simple.args = {{Expr::Kind::kTap, f.type, f.name, {}, std::vector<int>(f.axes.size(), 0), ""}};
        if (here.args[0].kind != Expr::Kind::kTap && put(line, index, simple)) return true;
      }
    }
    if (here.kind == Expr::Kind::kText && here.text != "1" &&
        std::isdigit(static_cast<unsigned char>(here.text.back())) != 0) {
      Expr one = here;
      one.text = "1";
      return put(line, index, one);
    }
    return false;
  }

  bool cut_tap(std::size_t line, int index, const Expr& here) {
    Expr simple = here;
    simple.rule.clear();
    if (!here.rule.empty() && put(line, index, simple)) return true;
    simple = here;
    std::fill(simple.offsets.begin(), simple.offsets.end(), 0);
    if (simple.offsets != here.offsets && put(line, index, simple)) return true;
    for (std::size_t a = 0; a < here.offsets.size(); ++a) {
      simple = here;
      simple.offsets[a] = here.offsets[a] / 2;
      if (simple.offsets != here.offsets && put(line, index, simple)) return true;
    }
    return false;
  }

  static void drop_axis(Expr& e, std::size_t axis, const Program& p) {
    if (e.kind == Expr::Kind::kTap) {
      const auto field =
          std::find_if(p.fields.begin(), p.fields.end(), [&](const Field& f) { return f.name == e.text; });
      std::ptrdiff_t at = static_cast<std::ptrdiff_t>(axis);
      if (field != p.fields.end()) {
        const auto found = std::find(field->axes.begin(), field->axes.end(), static_cast<int>(axis));
        at = found == field->axes.end() ? -1 : found - field->axes.begin();
      }
      if (at >= 0) e.offsets.erase(e.offsets.begin() + at);
      if (e.rule.size() > 1 && e.rule[1] == '=') e.rule.clear();
    }
    for (Expr& a : e.args) drop_axis(a, axis, p);
  }

  bool axes() {
    bool changed = false;
    for (std::size_t axis = best_.grid.size(); axis-- > 0 && best_.grid.size() > 1;) {
      changed |= attempt([&](Program& p) {
        for (Line& l : p.lines) {
          drop_axis(l.expr, axis, p);
          if (l.boundary.starts_with("{")) l.boundary.clear();
        }
        for (Field& f : p.fields) {
          std::erase(f.axes, static_cast<int>(axis));
          for (int& a : f.axes) a -= a > static_cast<int>(axis) ? 1 : 0;
          if (f.boundary.starts_with("{")) f.boundary.clear();
          f.has_start = false;
        }
        p.grid.erase(p.grid.begin() + static_cast<std::ptrdiff_t>(axis));
        if (!p.extents.empty()) p.extents.erase(p.extents.begin() + static_cast<std::ptrdiff_t>(axis));
      });
    }
    return changed;
  }

  bool sizes() {
    bool changed = false;
    const auto lower = [&](const std::function<std::int64_t(const Program&)>& get,
                           const std::function<void(Program&, std::int64_t)>& set) {
      for (;;) {
        const std::int64_t now = get(best_);
        bool less = false;
        for (const std::int64_t to : {std::int64_t{1}, now / 2, now - 1}) {
          if (to < 1 || to >= now || less) continue;
          less = attempt([&](Program& p) { set(p, to); });
        }
        if (!less) return;
        changed = true;
      }
    };
    for (std::size_t a = 0; a < best_.grid.size(); ++a) {
      lower([=](const Program& p) { return p.grid[a]; },
            [=](Program& p, std::int64_t n) {
              p.grid[a] = n;
              if (!p.extents.empty()) p.extents[a] = std::min(p.extents[a], n);
            });
      if (!best_.extents.empty())
        lower([=](const Program& p) { return p.extents.empty() ? 1 : p.extents[a]; },
              [=](Program& p, std::int64_t n) { p.extents[a] = n; });
    }
    lower([](const Program& p) { return p.lanes; }, [](Program& p, std::int64_t n) { p.lanes = static_cast<int>(n); });
    lower([](const Program& p) { return p.steps; }, [](Program& p, std::int64_t n) { p.steps = static_cast<int>(n); });
    lower([](const Program& p) { return p.iterations; }, [](Program& p, std::int64_t n) { p.iterations = n; });
    return changed;
  }

  bool arrays() {
    bool changed = false;
    for (std::size_t i = 0; i < best_.fields.size(); ++i) {
      const auto on = [&](const std::function<void(Field&)>& change) {
        if (i < best_.fields.size()) changed |= attempt([&](Program& p) { change(p.fields[i]); });
      };
      on([](Field& f) { f.boundary.clear(); });
      on([](Field& f) { f.ranged = false; });
      on([](Field& f) { f.has_start = false; });
    }
    for (std::size_t i = 0; i < best_.lines.size(); ++i) {
      const auto on = [&](const std::function<void(Line&)>& change) {
        if (i < best_.lines.size()) changed |= attempt([&](Program& p) { change(p.lines[i]); });
      };
      on([](Line& l) { l.border.clear(); });
      on([](Line& l) { l.where.clear(); });
      on([](Line& l) { l.order.clear(); });
      on([](Line& l) {
        l.region.clear();
        l.keeps = false;
      });
      on([](Line& l) { l.boundary.clear(); });
    }
    return changed;
  }

  static void retype(Expr& e, const Type& from, const Type& to) {
    if (e.type == from) e.type = to;
    for (Expr& a : e.args) retype(a, from, to);
  }

  /// A type replaced everywhere by one that people know.
  bool types() {
    std::vector<Type> used;
    const auto use = [&](const Type& t) {
      if (std::find(used.begin(), used.end(), t) == used.end() && t != Type::boolean()) used.push_back(t);
    };
    for (const Field& f : best_.fields) use(f.type);
    for (const Line& l : best_.lines) use(l.expr.type);
    for (const ProgramParam& q : best_.params) use(q.type);
    bool changed = false;
    for (const Type& from : used) {
      for (const Type& to : {Type::uint_of(8), Type::int_of(32), Type::float_of(8, 23)}) {
        if (from == to) break;
        if (!attempt([&](Program& p) {
              for (Field& f : p.fields) f.type = f.type == from ? to : f.type;
              for (Field& f : p.fields) retype(f.start, from, to);
              for (ProgramParam& q : p.params) q.type = q.type == from ? to : q.type;
              for (ProgramParam& q : p.params) retype(q.expr, from, to);
              for (Line& l : p.lines) {
                retype(l.expr, from, to);
                l.typed = l.typed || l.expr.type == to;
              }
              for (Line& l : p.lines) l.typed = l.typed && first_line_of_temporary(p, l);
              if (p.type == from) p.type = to;
            }))
          continue;
        changed = true;
        break;
      }
    }
    return changed;
  }

  static bool first_line_of_temporary(const Program& p, const Line& line) {
    for (const Field& f : p.fields) {
      if (f.name == line.target) return false;
    }
    for (const Line& l : p.lines) {
      if (l.target == line.target) return &l == &line;
    }
    return false;
  }

  Program best_;
  const std::function<bool(const Program&)>& fails_;
  int left_;
  std::set<std::string> seen_;
};

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& fails, int tries) {
  return Shrinker(std::move(program), fails, tries).run();
}

}  // namespace rtlgen::test

// Types first, then arrays, parameters, lines that read them all, monitors, hardware.
#include "generate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "additions.hpp"
#include "expressions.hpp"
#include "regions.hpp"
#include "start_values.hpp"
#include "sweeps.hpp"
#include "work.hpp"

namespace rtlgen::test {

namespace {

using spec::Type;

bool reads_a_field(const Expr& e) { return e.kind == Expr::Kind::kTap || std::ranges::any_of(e.args, reads_a_field); }

/// A sum or a product of floats that is no constant.
bool has_float_sum(const Expr& e) {
  const bool here =
      e.kind == Expr::Kind::kInfix && e.type.is_float() && (e.text == "+" || e.text == "-" || e.text == "*");
  return (here && reads_a_field(e)) || std::ranges::any_of(e.args, has_float_sum);
}

bool has_other_float(const Expr& e) {
  return (e.type.is_float() && e.type != Type::float_of(8, 23)) || std::ranges::any_of(e.args, has_other_float);
}

bool is_literal(const Expr& e) {
  return e.kind == Expr::Kind::kText && e.text.find_first_not_of("-.0123456789") == std::string::npos;
}

/// Whether no DSP block is needed: products are by literals, and nothing else multiplies.
bool multiplies_by_literals(const Expr& e) {
  if (e.text == "fma" || e.text == "hypot" || is_by_tables(e.text)) return false;
  if (e.kind == Expr::Kind::kInfix && e.text == "*" && !is_literal(e.args[0]) && !is_literal(e.args[1])) return false;
  return std::all_of(e.args.begin(), e.args.end(), multiplies_by_literals);
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {
    p_.name = fmt::format("random{}", seed);
    p_.seed = seed;
  }

  Program build() {
    choose_types();
    Expressions expressions(random_, types_);
    expressions_ = &expressions;
    choose_grid();
    fields();
    params();
    lines();
    read_the_rest();
    repeat_a_line();
    prune(p_);
    add_tables(p_, types_);
    add_sources(p_, types_);
    // RG0326 refuses programs without a sum, and operators of other floating-point types.
    p_.hard = p_.hard && std::ranges::any_of(p_.lines, [](const Line& l) { return has_float_sum(l.expr); }) &&
              std::ranges::none_of(p_.lines, [](const Line& l) { return has_other_float(l.expr); });
    monitors();
    hardware();
    blocks();
    add_regions(p_);
    add_sweeps(p_);
    add_start_values(p_, types_);
    p_.vectors = p_.seed % 4 == 3;
    if (p_.vectors && p_.block.empty()) p_.lanes = (p_.lanes + 1) / 2;
    return p_;
  }

 private:
  void choose_types() {
    std::vector<Type> pool = all_types();
    // The types that people use come more often; doubles, which are slow, less often.
    for (const Type& t :
         {Type::float_of(8, 23), Type::float_of(8, 23), Type::float_of(5, 10), Type::float_of(8, 7), Type::int_of(16),
          Type::uint_of(8), Type::int_of(32), Type::fixed_of(18, 12), Type::fixed_of(16, 8), Type::ufixed_of(12, 4)}) {
      for (int i = 0; i < 3; ++i) pool.push_back(t);
    }
    const auto one = [&] {
      Type t = random_.of(pool);
      while (t.width > 40 && random_.chance(70)) t = random_.of(pool);
      return t;
    };
    types_ = {one()};
    if (random_.chance(55)) types_.push_back(one());
    if (random_.chance(20)) types_.push_back(random_.chance(50) ? Type::boolean() : Type::int_of(32));
    // By the seed itself, so that other programs are what a seed has always given.
    p_.hard = p_.seed % 7 == 2;
    if (p_.hard) types_ = {Type::float_of(8, 23)};
    if (p_.seed % 14 == 2) types_.push_back(Type::int_of(32));
    p_.type = types_.front();
    if (random_.chance(20)) p_.subnormals = "flush";
    if (random_.chance(50)) p_.rounding = random_.chance(70) ? "truncate" : "nearest_even";
    if (random_.chance(50)) p_.overflow = random_.chance(70) ? "saturate" : "wrap";
    p_.reassociate = random_.chance(25);
    p_.fused = p_.type.is_float() && random_.chance(40) && !p_.hard;
    // Doubles have room for few guard bits.
    if (p_.type.is_float() && random_.chance(30)) p_.guard_bits = random_.between(0, 5);
  }

  void choose_grid() {
    static const int longest[] = {40, 11, 6};
    const int axes = random_.chance(50) ? 2 : random_.chance(50) ? 1 : 3;
    for (int a = 0; a < axes; ++a) {
      const bool flat = random_.chance(15);
      p_.grid.push_back(flat ? random_.between(1, 2) : random_.between(3, std::max(5, longest[axes - 1] - 2 * a)));
      all_axes_.push_back(a);
    }
    scope_.axes = axes;
  }

  void field(const std::string& name, const std::vector<int>& axes, bool enters) {
    Field f;
    f.name = name;
    f.type = random_.of(types_);
    f.axes = axes;
    f.boundary = expressions_->boundary(f.type, axes);
    f.ranged = enters && random_.chance(50);
    const bool signless = f.type.kind == spec::TypeKind::kUint || f.type.kind == spec::TypeKind::kUfixed;
    f.high = random_.chance(50) ? 2 : 100;
    f.low = signless ? 0 : -f.high;
    p_.fields.push_back(f);
    if (!enters) return;
    scope_.arrays.push_back({f.name, f.type, f.axes});
    scope_.unused.insert(f.name);
  }

  void fields() {
    for (int i = random_.between(1, 2); i > 0; --i) {
      field(fmt::format("s{}", i), all_axes_, true);
      targets_.push_back(p_.fields.back().name);
    }
    if (random_.chance(40)) field("i", all_axes_, true);
    if (random_.chance(35)) {
      std::vector<int> some;
      const int gone = random_.of(all_axes_);
      for (const int a : all_axes_) {
        if (a != gone && random_.chance(60)) some.push_back(a);
      }
      field("h", some, true);
    }
    if (random_.chance(30)) {
      field("o", all_axes_, false);
      targets_.push_back("o");
    }
  }

  void params() {
    for (int i = random_.chance(50) ? 0 : random_.between(1, 3); i > 0; --i) {
      ProgramParam q;
      q.name = fmt::format("k{}", i);
      q.type = random_.of(types_);
      q.kind = static_cast<ProgramParam::Kind>(random_.below(4));
      const int values = q.kind == ProgramParam::Kind::kList ? random_.between(1, 4) : 1;
      for (int v = 0; v < values; ++v) q.values.push_back(expressions_->literal(q.type));
      if (q.kind == ProgramParam::Kind::kByStep) {
        Scope scope;
        scope.coordinates = false;
        scope.params = scope_.params;
        const Expr step = Expressions::cast(q.type, Expressions::text(Type::int_of(32), "step"));
        q.expr = Expressions::infix(q.type, random_.chance(50) ? "+" : "*", step,
                                    expressions_->make(q.type, random_.below(2), scope));
      }
      p_.params.push_back(q);
      (q.kind == ProgramParam::Kind::kConstant ? scope_.constants : scope_.params).push_back({q.name, q.type, {}});
    }
  }

  Type type_of(const std::string& target) const {
    for (const Field& f : p_.fields)
      if (f.name == target) return f.type;
    for (const Line& l : p_.lines)
      if (l.target == target) return l.expr.type;
    return p_.type;
  }

  void lines() {
    const int count = random_.between(1, 5);
    for (int i = 0; i < count; ++i) {
      const bool last = i + 1 == count;
      const bool temporary = !last && random_.chance(45);
      std::string target = random_.of(targets_);
      if (temporary && (temporaries_ == 0 || random_.chance(80)))
        target = fmt::format("t{}", ++temporaries_);
      else if (temporary)
        target = fmt::format("t{}", random_.between(1, temporaries_));
      line(target);
    }
  }

  void line(const std::string& target) {
    const bool known = std::any_of(p_.lines.begin(), p_.lines.end(), [&](const Line& l) { return l.target == target; });
    const bool field = std::find(targets_.begin(), targets_.end(), target) != targets_.end();
    Line line;
    line.target = target;
    const Type type = known || field ? type_of(target) : random_.of(types_);
    const bool box = random_.chance(25) && !scope_.arrays.empty();
    line.expr = box ? expressions_->box(type, random_.of(scope_.arrays), scope_)
                    : expressions_->make(type, random_.between(1, 4), scope_);
    // The result of an earlier line must not be lost unread.
    if (known && scope_.unused.contains(target)) add_read(line.expr, target);
    if (!field && !known) {
      line.typed = type != p_.type || random_.chance(30);
      line.boundary = expressions_->boundary(type, all_axes_);
    }
    if (field && target != "o" && random_.chance(15))
      line.border = "keep";
    else if (random_.chance(target == "o" ? 30 : 10))
      line.border = "ignore";
    p_.lines.push_back(line);
    const bool readable =
        std::any_of(scope_.arrays.begin(), scope_.arrays.end(), [&](const auto& r) { return r.name == target; });
    if (!readable) scope_.arrays.push_back({target, type, all_axes_});
    scope_.unused.insert(target);
  }

  void add_read(Expr& expr, const std::string& name) {
    for (const auto* list : {&scope_.arrays, &scope_.params, &scope_.constants}) {
      for (const Scope::Readable& r : *list) {
        if (r.name != name) continue;
        const bool array = list == &scope_.arrays;
        Expr read = array ? expressions_->tap(r, scope_) : Expressions::text(r.type, r.name);
        if (r.type != expr.type) read = Expressions::cast(expr.type, std::move(read));
        expr = Expressions::infix(expr.type, "+", std::move(expr), std::move(read));
      }
    }
    scope_.unused.erase(name);
  }

  /// The last line reads what nothing has read: inputs, parameters, temporaries. States may stay unread.
  void read_the_rest() {
    Line& last = p_.lines.back();
    const std::set<std::string> unused = scope_.unused;
    for (const std::string& name : unused) {
      const bool target = std::find(targets_.begin(), targets_.end(), name) != targets_.end();
      if (!target && name != last.target) add_read(last.expr, name);
    }
  }

  /// Now and then, by the seed itself, a line of a field stands twice, which its short form repeats.
  void repeat_a_line() {
    for (std::size_t i = 0; p_.seed % 9 == 4 && i < p_.lines.size(); ++i) {
      const Line line = p_.lines[i];
      if (!line.target.starts_with("s") || !reads(line.expr, line.target)) continue;
      p_.lines.insert(p_.lines.begin() + static_cast<std::ptrdiff_t>(i), line);
      return;
    }
  }

  /// Names of arrays some of whose cells do not matter.
  std::set<std::string> doubtful() const {
    std::set<std::string> names;
    for (bool grown = true; grown;) {
      grown = false;
      for (const Line& l : p_.lines) {
        const bool reads_one =
            std::any_of(names.begin(), names.end(), [&](const std::string& n) { return reads(l.expr, n); });
        if (l.border == "ignore" || reads_one) grown |= names.insert(l.target).second;
      }
    }
    return names;
  }

  void monitors() {
    const std::set<std::string> ignored = doubtful();
    if (!random_.chance(ignored.empty() ? 30 : 60)) return;
    static const std::vector<std::string> reductions{"max_change", "sum", "sum_squares", "min", "max"};
    std::vector<std::string> written;
    for (const Line& l : p_.lines) {
      const bool target = std::find(targets_.begin(), targets_.end(), l.target) != targets_.end();
      if (target && !ignored.contains(l.target)) written.push_back(l.target);
    }
    if (written.empty()) return;
    for (int i = random_.between(1, 2); i > 0; --i) {
      ProgramMonitor m{fmt::format("m{}", i), random_.of(written), random_.of(reductions), ""};
      if (m.reduce == "max_change" && !is_read(p_, m.field)) m.reduce = "max";
      const bool sum = m.reduce.starts_with("sum");
      if (sum && random_.chance(40))
        m.type = random_
                     .of(std::vector<Type>{Type::int_of(24), Type::uint_of(40), Type::fixed_of(48, 20),
                                           Type::fixed_of(33, 3)})
                     .name();
      p_.monitors.push_back(m);
      const Type type = type_of(m.field);
      if (!sum && random_.chance(40))
        p_.until = fmt::format("{} {} {}", m.name, random_.chance(50) ? "<" : ">", expressions_->literal(type));
      for (ProgramParam& q : p_.params) {
        if (q.kind != ProgramParam::Kind::kRuntime || !q.next.empty() || !random_.chance(60)) continue;
        q.next = fmt::format("{}({}) + {}", q.type.name(), m.name, q.name);
      }
    }
  }

  void hardware() {
    static const std::vector<std::string> devices{"generic", "xc5v",      "xcu",   "stratixv",
                                                  "arria10", "stratix10", "agilex"};
    static const std::vector<int> clocks{50, 80, 100, 150, 200, 250, 320};
    p_.lanes = random_.chance(40) ? random_.between(1, 2) : random_.between(1, 8);
    p_.steps = random_.chance(40) ? 1 : random_.between(1, 4);
    int cost = 1;
    for (const Line& l : p_.lines) cost += weight(l.expr);
    while (p_.lanes > 1 && p_.lanes * p_.steps * cost > 160) --p_.lanes;
    while (p_.steps > 1 && p_.lanes * p_.steps * cost > 160) --p_.steps;
    // By the seed itself: rows of one word, whose reads along x take other lanes of the same word.
    if (p_.seed % 11 == 5 && p_.grid[0] * p_.steps * cost <= 160)
      p_.lanes = std::max(p_.lanes, static_cast<int>(p_.grid[0]));
    p_.clock = random_.of(clocks);
    p_.fixed_extents = random_.chance(40);
    if (random_.chance(40)) p_.device = random_.of(devices);
    if (p_.hard) p_.device = std::vector<std::string>{"arria10", "cyclone10gx", "stratix10", "agilex"}[p_.seed % 4];
    if (random_.chance(30)) p_.ram = random_.chance(50) ? "block" : "distributed";
    p_.iterations = random_.between(1, 2 * p_.steps + 1);
    // By the seed itself, so that programs are otherwise what a seed has always given.
    if (p_.seed % 5 == 1) p_.arithmetic = "aligned";
    if (p_.seed % 5 == 3) p_.arithmetic = "auto";
    // Types of fields may leave a program of floats without one.
    const auto is_float = [](const auto& of) { return of.type.is_float(); };
    const auto makes_float = [](const Line& l) { return l.expr.type.is_float(); };
    p_.fused = p_.fused && (std::ranges::any_of(p_.fields, is_float) || std::ranges::any_of(p_.lines, makes_float));
    const auto by_literals = [](const auto& of) { return multiplies_by_literals(of.expr); };
    if (p_.seed % 2 == 0 && !p_.hard && std::ranges::all_of(p_.lines, by_literals) &&
        std::ranges::all_of(p_.params, by_literals))
      p_.dsp_limit = 0;
    if (p_.hard && p_.seed % 4 == 1) limit_to_products();
    if (p_.fused && !p_.dsp_limit && p_.seed % 3 != 0) {
      if (p_.device.empty()) p_.device = "xc7";
      if (p_.device.starts_with("xc")) p_.dsp_sums = 1 + static_cast<int>(p_.seed % 4);
    }
  }

  /// Blocks for products alone, so that hard sums without one are in logic.
  void limit_to_products() {
    int blocks = 0;
    for (const Line& l : p_.lines) {
      const auto products = products_of(l.expr);
      if (!products) return;
      blocks += *products;
    }
    p_.dsp_limit = blocks;
  }

  /// The furthest that a line reads along an axis.
  static int reach(const Expr& e, std::size_t axis) {
    int furthest = 0;
    if (e.kind == Expr::Kind::kTap && axis < e.offsets.size()) furthest = std::abs(e.offsets[axis]);
    for (const Expr& a : e.args) furthest = std::max(furthest, reach(a, axis));
    return furthest;
  }

  /// Now and then leading axes are cut into blocks of a few words of their own, and the grid grows to some of them.
  void blocks() {
    if (!random_.chance(35) || p_.grid.size() < 2) return;
    for (std::size_t a = 0; a < p_.grid.size(); ++a) {
      for (const Line& l : p_.lines) {
        if (p_.grid[a] <= 2 * reach(l.expr, a)) return;
      }
    }
    for (std::size_t a = 0; a + 1 < p_.grid.size(); ++a) {
      const int unit = a == 0 ? p_.lanes : 1;
      int zone = 0;
      for (const Line& l : p_.lines) zone += reach(l.expr, a);
      zone = (zone * p_.steps + unit - 1) / unit * unit;
      const bool held = std::any_of(p_.fields.begin(), p_.fields.end(), [&](const Field& f) {
        return f.axes.size() < p_.grid.size() &&
               std::find(f.axes.begin(), f.axes.end(), static_cast<int>(a)) != f.axes.end();
      });
      if (held || zone > 12 || (a > 0 && random_.chance(30))) {
        if (a == 0) return;
        break;
      }
      const std::int64_t own = static_cast<std::int64_t>(unit) * random_.between(1, 3);
      p_.block.push_back(2 * zone + own);
      p_.grid[a] = std::max<std::int64_t>(p_.grid[a], p_.block.back() + random_.between(1, 2 * static_cast<int>(own)));
      // Lanes do not shift where a row goes on at its other side.
      if (a == 0) p_.grid[a] = (p_.grid[a] + unit - 1) / unit * unit;
    }
  }

  Random random_;
  Program p_;
  std::vector<Type> types_;
  std::vector<int> all_axes_;
  std::vector<std::string> targets_;
  Expressions* expressions_ = nullptr;
  Scope scope_;
  int temporaries_ = 0;
};

}  // namespace

Program generate_program(std::uint64_t seed) { return Generator(seed).build(); }

}  // namespace rtlgen::test

// By a source of random numbers of its own, so that programs are otherwise what a seed has always given.
#include "regions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "expressions.hpp"
#include "program.hpp"
#include "spec/boundary.hpp"

namespace rtlgen::test {

namespace {

/// The furthest that an expression reads along any axis.
int reach(const Expr& e) {
  int furthest = 0;
  if (e.kind == Expr::Kind::kTap) {
    for (const int o : e.offsets) furthest = std::max(furthest, std::abs(o));
  }
  for (const Expr& a : e.args) furthest = std::max(furthest, reach(a));
  return furthest;
}

class Regions {
 public:
  explicit Regions(Program& program) : p_(program), random_(program.seed + 0x4e91), expressions_(random_, {}) {}

  void run() {
    for (Field& f : p_.fields) sides(f);
    std::vector<Line> lines;
    for (std::size_t i = 0; i < p_.lines.size(); ++i) {
      const bool follows = i > 0 && p_.lines[i - 1].target == p_.lines[i].target;
      change(p_.lines[i], follows, lines);
    }
    p_.lines = std::move(lines);
  }

 private:
  /// A field of one rule has another one at the high ends now and then.
  void sides(Field& f) {
    static const std::vector<std::string> rules = [] {
      std::vector<std::string> words;
      for (const spec::RuleWord& r : spec::rule_words()) {
        const bool is_alone = r.rule.kind != spec::BoundaryKind::kWrap && r.rule.kind != spec::BoundaryKind::kConstant;
        if (is_alone) words.emplace_back(r.word);
      }
      return words;
    }();
    const bool plain = std::find(rules.begin(), rules.end(), f.boundary) != rules.end();
    if (!plain || !random_.chance(40)) return;
    f.boundary = random_.chance(60)
                     ? fmt::format("[{}, {}]", f.boundary, fitting_rule(f.type, random_.of(rules)))
                     : fmt::format("[{{constant: \"{}\"}}, {}]", expressions_.literal(f.type), f.boundary);
  }

  void change(Line line, bool follows, std::vector<Line>& out) {
    const bool field =
        std::any_of(p_.fields.begin(), p_.fields.end(), [&](const Field& f) { return f.name == line.target; });
    const bool state = field && is_read(p_, line.target);
    const bool free = line.border.empty() && !follows;  // regions of lines in a row would have to fit together
    const int widest = static_cast<int>(*std::min_element(p_.grid.begin(), p_.grid.end()) - 1) / 2;
    if (line.border == "keep" && widest > 0 && random_.chance(40))
      line.border = fmt::format("{{keep: {}}}", random_.between(1, std::min(4, widest)));
    if (state && free && random_.chance(15)) line.where = condition();
    if (!free || !random_.chance(45)) return out.push_back(line);
    covers_ = true;
    line.region = box(line.expr);
    const int form = random_.below(10);
    if (form < 7 && covers_ && !(state && form < 5)) line.region.clear();  // nothing is left
    if (line.region.empty()) return out.push_back(line);
    if (state && form < 5) {
      line.keeps = true;
      return out.push_back(line);
    }
    Line rest = line;
    rest.expr = other(line);
    rest.region = "rest";
    rest.typed = false;
    rest.boundary.clear();
    rest.where.clear();
    out.push_back(line);
    if (form < 7) return out.push_back(rest);
    // A box beside the first one along x, and what they leave.
    out.back().region = fmt::format("{{x: {}}}", p_.grid[0] > 1 ? "[0, -2]" : "all");
    if (p_.grid[0] > 1) {
      rest.region = p_.grid.size() > 1 ? "{x: -1, y: 0}" : "{x: -1}";
      const bool covers = p_.grid.size() == 1 || p_.grid[1] == 1;
      out.push_back(rest);
      if (covers) return;
      rest.expr = expressions_.text(line.expr.type, expressions_.literal(line.expr.type));
      rest.region = "rest";
      out.push_back(rest);
    }
  }

  /// An expression for the rest: a part of the line's that does not read the target, or a literal.
  Expr other(const Line& line) {
    for (const Expr& part : line.expr.args) {
      if (part.type == line.expr.type && part.kind != Expr::Kind::kText && !reads(part, line.target)) return part;
    }
    return expressions_.text(line.expr.type, expressions_.literal(line.expr.type));
  }

  std::string box(const Expr& expr) {
    if (random_.chance(20) && std::ranges::all_of(p_.grid, [&](std::int64_t n) { return n > 2 * reach(expr); }))
      return "interior";
    std::vector<std::string> parts;
    for (std::size_t a = 0; a < p_.grid.size(); ++a) {
      if (random_.chance(75))
        parts.push_back(fmt::format("{}: {}", "xyz"[a], span(static_cast<int>(p_.grid[a]), expr)));
    }
    return fmt::format("{{{}}}", parts.empty() ? "x: all" : fmt::format("{}", fmt::join(parts, ", ")));
  }

  std::string span(int n, const Expr& expr) {
    const int low = random_.below(n);
    const int high = random_.between(low, n - 1);
    const int form = random_.below(7);
    const bool one = form == 1 && n > 1;
    covers_ = covers_ && !one && (form == 0 || (form == 4 ? n <= 2 : low == 0 && high == n - 1));
    switch (form) {
      case 0:
        return n > 2 * reach(expr) ? "interior" : "all";
      case 1:
        return fmt::format("{}", random_.chance(50) ? low : low - n);
      case 2:
        return fmt::format("[{}, {}]", low - n, high - n);
      case 3:
        return fmt::format("[{}, {}]", low, high);
      case 4:
        return n > 2 ? "[1, -2]" : "[0, -1]";
      default:
        return fmt::format("[{}, {}]", low, high - n);
    }
  }

  std::string condition() {
    static const std::vector<std::string> conditions{"x % 2 == 0", "x > 1 && x < nx - 2", "x + y < 7", "y != 1"};
    return random_.of(conditions);
  }

  Program& p_;
  Random random_;
  Expressions expressions_;
  bool covers_ = true;  ///< the box may be the whole grid
};

}  // namespace

void add_regions(Program& program) { Regions(program).run(); }

}  // namespace rtlgen::test

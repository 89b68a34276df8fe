// By a source of random numbers of its own, so that programs are otherwise what a seed has always given.
#include "sweeps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

#include "expressions.hpp"
#include "program.hpp"
#include "work.hpp"

namespace rtlgen::test {

namespace {

/// Operators one behind the other.
int depth_of(const Expr& e) {
  int deepest = 0;
  for (const Expr& a : e.args) deepest = std::max(deepest, depth_of(a));
  return deepest + (e.args.empty() ? 0 : 1);
}

/// Expressions that take more cycles than rows of such a program have words.
bool is_long(const Expr& e) {
  static const std::set<std::string> others = {"sqrt", "hypot", "/", "%"};
  return others.contains(e.text) || is_by_tables(e.text) || std::ranges::any_of(e.args, is_long);
}

bool wraps(const std::string& rule, char axis) {
  return rule == "wrap" || rule.find(fmt::format("{}: wrap", axis)) != std::string::npos ||
         rule.find(fmt::format("{}=wrap", axis)) != std::string::npos;
}

bool wraps(const Expr& e, char axis) {
  return wraps(e.rule, axis) || std::ranges::any_of(e.args, [&](const Expr& a) { return wraps(a, axis); });
}

class Sweeps {
 public:
  Sweeps(Program& program, std::uint64_t numbers)
      : p_(program), random_(program.seed + numbers), expressions_(random_, {}) {}

  void along_y_or_z() {
    if (p_.grid.size() < 2 || !p_.block.empty() || !random_.chance(40)) return;
    axis_ = p_.grid.size() == 2 || random_.chance(30) ? 1 : 2;
    if (wraps_along(axis_) && p_.grid.size() == 3) axis_ = 3 - axis_;
    if (wraps_along(axis_)) return;
    sweep_one();
  }

  /// Hardware takes one cell per cycle of a square plane, in which nothing wraps.
  void along_x() {
    if (p_.grid.size() < 2 || !p_.block.empty() || !random_.chance(30)) return;
    constexpr std::int64_t kLongestInPlanes = 48;  // planes of more cells take minutes
    if (p_.grid.size() == 3 && std::max(p_.grid[0], p_.grid[1]) > kLongestInPlanes) return;
    axis_ = 0;
    if (!sweep_one()) return;
    unwrap();
    p_.lanes = 1;
    // Frames wait on chip, between one pass and the next too. Planes are as large as a loop has ranks.
    p_.clock = std::min(p_.clock, 80);
    p_.steps = std::min(p_.steps, 2);
    p_.iterations = std::min<std::int64_t>(p_.iterations, p_.grid.size() == 3 ? 1 : 2);
    if (p_.grid.size() == 3) {
      p_.grid[2] = std::min<std::int64_t>(p_.grid[2], 3);
      for (ProgramSource& s : p_.sources) s.at[2] = std::min(s.at[2], p_.grid[2] - 1);
    }
    p_.grid[0] = p_.grid[1] = std::max(p_.grid[0], p_.grid[1]);
  }

 private:
  /// Whether there was a line that can sweep along the axis.
  bool sweep_one() {
    for (std::size_t tries = 0; tries < 2 * p_.lines.size(); ++tries) {
      const auto i = static_cast<std::size_t>(random_.below(static_cast<int>(p_.lines.size())));
      if (!can_sweep(i)) continue;
      sweep(p_.lines[i]);
      return true;
    }
    return false;
  }

  /// Puts `edge` in the place of every `wrap`.
  void unwrap() {
    for (Field& f : p_.fields) unwrap(f.boundary);
    for (Line& l : p_.lines) {
      unwrap(l.boundary);
      unwrap(l.expr);
    }
  }
  static void unwrap(std::string& rule) {
    for (std::size_t at = 0; (at = rule.find("wrap", at)) != std::string::npos;) rule.replace(at, 4, "edge");
  }
  static void unwrap(Expr& e) {
    unwrap(e.rule);
    for (Expr& a : e.args) unwrap(a);
  }

  bool wraps_along(std::size_t axis) const {
    const char letter = "xyz"[axis];
    return std::ranges::any_of(p_.fields, [&](const Field& f) { return wraps(f.boundary, letter); }) ||
           std::ranges::any_of(p_.lines,
                               [&](const Line& l) { return wraps(l.boundary, letter) || wraps(l.expr, letter); });
  }

  bool can_sweep(std::size_t i) const {
    const Line& line = p_.lines[i];
    const bool alone = (i == 0 || p_.lines[i - 1].target != line.target);
    const bool arithmetic = line.expr.type != spec::Type::boolean();
    // A read of a field that is no own result makes it a state, as before.
    const bool read =
        std::ranges::any_of(p_.lines, [&](const Line& l) { return &l != &line && reads(l.expr, line.target); });
    const bool shallow = depth_of(line.expr) < (axis_ == 0 ? 5 : 6);
    return alone && arithmetic && read && shallow && line.order.empty() && line.border != "ignore" &&
           !is_long(line.expr);
  }

  void sweep(Line& line) {
    backward_ = random_.chance(40);
    mirror(line.expr, line.target);
    for (int reads = random_.between(1, 2); reads > 0; --reads)
      line.expr = Expressions::infix(line.expr.type, random_.chance(50) ? "+" : "-", std::move(line.expr), own(line));
    line.order = fmt::format("{} {}", backward_ ? "backward" : "forward", "xyz"[axis_]);
    // Planes grow where these are too few (run_case.cpp).
    if (axis_ == 0) p_.grid[0] = std::max<std::int64_t>(p_.grid[0], 12 + 4 * depth_of(line.expr));
    const std::int64_t words = 30 + 12 * depth_of(line.expr);
    if (axis_ == 1) p_.grid[0] = std::max(p_.grid[0], p_.lanes * words + random_.below(p_.lanes));
    if (axis_ == 2) p_.grid[0] = std::max(p_.grid[0], p_.lanes * words / p_.grid[1] + p_.lanes);
  }

  /// Reads of the target that would be own results, which may be of cells that have none, are of old ones.
  void mirror(Expr& e, const std::string& target) const {
    if (e.kind == Expr::Kind::kTap && e.text == target)
      e.offsets[axis_] = backward_ ? -std::abs(e.offsets[axis_]) : std::abs(e.offsets[axis_]);
    for (Expr& a : e.args) mirror(a, target);
  }

  Expr own(const Line& line) {
    Expr tap;
    tap.kind = Expr::Kind::kTap;
    tap.type = line.expr.type;
    tap.text = line.target;
    tap.offsets.assign(p_.grid.size(), 0);
    for (std::size_t a = 0; a < axis_; ++a) tap.offsets[a] = wraps_along(a) ? 0 : random_.between(-2, 2);
    tap.offsets[axis_] = backward_ ? random_.between(1, 2) : -random_.between(1, 2);
    const bool kept = line.border == "keep" && random_.chance(50);
    if (!kept) tap.rule = fmt::format("{}=constant({})", "xyz"[axis_], expressions_.literal(tap.type));
    return tap;
  }

  Program& p_;
  Random random_;
  Expressions expressions_;
  std::size_t axis_ = 1;
  bool backward_ = false;
};

}  // namespace

void add_sweeps(Program& program) {
  Sweeps(program, 0x53e9).along_y_or_z();
  Sweeps(program, 0x5ca1).along_x();
}

}  // namespace rtlgen::test

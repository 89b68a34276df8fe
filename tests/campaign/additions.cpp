// Tables, sources and a shell, each with random numbers of its own.
#include "additions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "expressions.hpp"
#include "generate.hpp"

namespace rtlgen::test {

namespace {

using spec::Type;

/// A value of the line, or a coordinate, as an integer of some width.
Expr random_index(const Line& line, Random& random) {
  std::vector<const Expr*> taps;
  const std::function<void(const Expr&)> collect = [&](const Expr& e) {
    if (e.kind == Expr::Kind::kTap) taps.push_back(&e);
    for (const Expr& a : e.args) collect(a);
  };
  collect(line.expr);
  Expr index = Expressions::text(Type::int_of(32), random.chance(50) ? "x" : "step");
  if (!taps.empty() && random.chance(80)) index = *random.of(taps);
  const int width = random.between(1, 12);
  static const std::vector<Type> kWide{Type::int_of(32), Type::uint_of(64), Type::int_of(64), Type::int_of(16)};
  const Type narrow = random.chance(50) ? Type::int_of(width) : Type::uint_of(width);
  if (index.type.is_integer() && random.chance(40)) return index;
  return Expressions::cast(random.chance(60) ? narrow : random.of(kWide), std::move(index));
}

}  // namespace

namespace {

void add_table(Program& p, const std::string& name, const std::vector<Type>& types, Random& random) {
  Expressions expressions(random, types);
  ProgramTable t{name, random.of(types), {}};
  std::vector<std::string> literals;
  for (int i = 0; i < 12; ++i) literals.push_back(expressions.literal(t.type));
  static const std::vector<int> kSizes{1, 2, 3, 7, 16, 17, 40, 64, 65, 100, 256, 300};
  for (int i = random.of(kSizes); i > 0; --i) t.values.push_back(random.of(literals));
  Line& line = p.lines[static_cast<std::size_t>(random.below(static_cast<int>(p.lines.size())))];
  Expr value{Expr::Kind::kLookup, t.type, t.name, {random_index(line, random)}, {}, ""};
  const Type type = line.expr.type;
  if (t.type != type) value = Expressions::cast(type, std::move(value));
  line.expr = Expressions::infix(type, type == Type::boolean() ? "^" : "+", std::move(line.expr), std::move(value));
  p.tables.push_back(std::move(t));
}

}  // namespace

void add_tables(Program& p, const std::vector<Type>& types) {
  if (p.seed % 3 != 1) return;
  Random random(p.seed + 0x7ab1e);
  add_table(p, "lut", types, random);
  // More of them than the program has fields, now and then.
  for (int i = 1; random.chance(60) && i < 4; ++i) add_table(p, fmt::format("lut{}", i), types, random);
}

void add_sources(Program& p, const std::vector<Type>& types) {
  if (p.seed % 5 != 2) return;
  Random random(p.seed + 0x50);
  Expressions expressions(random, types);
  std::vector<Field> assigned;
  for (const Field& f : p.fields) {
    if (std::any_of(p.lines.begin(), p.lines.end(), [&](const Line& l) { return l.target == f.name; }))
      assigned.push_back(f);
  }
  const Field field = random.of(assigned);
  const auto last =
      std::find_if(p.lines.rbegin(), p.lines.rend(), [&](const Line& l) { return l.target == field.name; });
  if (!last->border.empty()) return;
  std::vector<std::int64_t> at;
  for (int i = random.between(1, 3); i > 0; --i) {
    if (at.empty() || random.chance(60)) {
      at.clear();
      for (const std::int64_t extent : p.grid) at.push_back(random.below(static_cast<int>(extent)));
    }
    ProgramSource source{field.name, at, {}};
    for (int v = random.between(0, 4); v > 0; --v) source.values.push_back(expressions.literal(field.type));
    p.sources.push_back(std::move(source));
  }
}

void add_shell(Program& p) {
  Random random(p.seed + 0xb05);
  p.bus_bits = random.of(std::vector<int>{64, 64, 128, 256, 512});
  p.burst = random.of(std::vector<int>{2, 4, 16, 64, 256});
  std::vector<std::string> places;
  for (const Field& f : p.fields) {
    const bool held = f.axes.size() < p.grid.size();
    const bool assigned =
        std::any_of(p.lines.begin(), p.lines.end(), [&](const Line& l) { return l.target == f.name; });
    const int first = random.below(4);
    if (random.chance(30)) continue;
    if (!held && random.chance(20))
      places.push_back(fmt::format("{}: [[{}, {}]]", f.name, first, (first + random.between(1, 3)) % 4));
    else if (assigned && is_read(p, f.name) && random.chance(60))
      places.push_back(fmt::format("{}: [{}, {}]", f.name, first, random.below(4)));
    else
      places.push_back(fmt::format("{}: {}", f.name, first));
  }
  if (!places.empty()) p.memory = fmt::format("{{{}}}", fmt::join(places, ", "));
}

}  // namespace rtlgen::test

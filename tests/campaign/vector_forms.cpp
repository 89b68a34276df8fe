// Doubles the lines of one field, and joins them again as those of a vector.
#include "vector_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "same_program.hpp"

namespace rtlgen::test {

namespace {

/// A vector: its array in the program, its name, and its components in that of arrays.
struct Vector {
  std::string array, name;
  bool field;

  [[nodiscard]] std::string first() const { return name + "_a"; }
  [[nodiscard]] std::string second() const { return name + "_b"; }
  [[nodiscard]] std::string component(int k) const {
    return fmt::format("{}.{}", name, field ? (k == 0 ? "a" : "b") : std::string(k == 0 ? "0" : "1"));
  }
};
using Vectors = std::vector<Vector>;

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// `name` as a word of free text.
void rename_word(std::string& text, const std::string& name, const std::string& to) {
  const auto part = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
    if ((at > 0 && part(at - 1)) || part(at + name.size())) {
      at += name.size();
      continue;
    }
    text.replace(at, name.size(), to);
    at += to.size();
  }
}

void rename(Expr& e, const std::string& name, const std::string& to) {
  if (e.text == name && (e.kind == Expr::Kind::kTap || e.kind == Expr::Kind::kText)) e.text = to;
  for (Expr& a : e.args) rename(a, name, to);
}

void rename(Line& line, const std::string& name, const std::string& to) {
  if (line.target == name) line.target = to;
  rename(line.expr, name, to);
  rename_word(line.where, name, to);
}

/// Whether lines assign it, none of them joined with another by their regions.
bool may_be_doubled(const Program& p, const std::string& name) {
  int assigned = 0;
  for (std::size_t i = 0; i < p.lines.size(); ++i) {
    if (p.lines[i].target != name) continue;
    ++assigned;
    const bool joined = i > 0 && p.lines[i - 1].target == name && !p.lines[i].region.empty();
    if (joined) return false;
  }
  return assigned > 0;
}

const Vector* vector_of(const Vectors& vectors, const std::string& array) {
  const auto found = std::find_if(vectors.begin(), vectors.end(), [&](const Vector& v) { return v.array == array; });
  return found == vectors.end() ? nullptr : &*found;
}

/// Reads of vectors in an expression.
int vector_reads(const Expr& e, const Vectors& vectors) {
  int reads = e.kind == Expr::Kind::kTap && vector_of(vectors, e.text) != nullptr ? 1 : 0;
  for (const Expr& a : e.args) reads += vector_reads(a, vectors);
  return reads;
}

/// Drops arrays of which one component alone would be read: by lines of single values. A field may be, except in
/// memory, where a vector is one stream.
void drop_half_read(const Program& p, Vectors& vectors) {
  const auto is_read_whole = [&](const Vector& v) {
    if (v.field && p.memory.empty()) return true;
    return std::ranges::any_of(p.lines, [&](const Line& l) {
      return (v.field || l.target != v.array) && vector_of(vectors, l.target) != nullptr && reads(l.expr, v.array);
    });
  };
  while (std::erase_if(vectors, [&](const Vector& v) { return !is_read_whole(v); }) > 0) {
  }
}

/// Fields, and every other temporary whose first line reads a vector: they omit their components.
Vectors vectors_of(const Program& p) {
  const auto field = std::find_if(p.fields.begin(), p.fields.end(), [&](const Field& f) {
    return f.axes.size() == p.grid.size() && may_be_doubled(p, f.name);
  });
  if (field == p.fields.end()) return {};
  Vectors vectors{{field->name, "vv", true}};
  std::set<std::string> seen;
  for (const Line& line : p.lines) {
    const bool is_field = std::ranges::any_of(p.fields, [&](const Field& f) { return f.name == line.target; });
    if (is_field || !seen.insert(line.target).second) continue;
    const bool reads = vector_reads(line.expr, vectors) > 0;
    if (reads && may_be_doubled(p, line.target) && (p.seed + seen.size()) % 2 == 0)
      vectors.push_back({line.target, "v" + line.target, false});
  }
  drop_half_read(p, vectors);
  return vectors.empty() || !vectors.front().field ? Vectors{} : vectors;
}

/// Over the components of a vector: `fold` of `read`, as it stands or written out.
Expr fold_of(const Expr& read, const Vector& vector, const std::string& fold, bool written_out) {
  const auto of = [&](const std::string& name) {
    Expr component = read;
    component.text = name;
    return component;
  };
  const bool condition = fold == "any" || fold == "all";
  const auto text = [&](const std::string& name) { return to_text(of(name)) + (condition ? " > 0" : ""); };
  std::string out = fmt::format("{}({})", fold, text(vector.name));
  if (written_out) {
    const std::string a = text(vector.first()), b = text(vector.second());
    const std::string infix = fold == "add" ? "+" : fold == "product" ? "*" : fold == "any" ? "||" : "&&";
    const bool call = fold == "min" || fold == "max" || fold == "sum";
    out = call ? fmt::format("{}({}, {})", fold, a, b) : fmt::format("(({}) {} ({}))", a, infix, b);
  }
  return {Expr::Kind::kText, read.type, condition ? fmt::format("{}({})", read.type.name(), out) : out, {}, {}, ""};
}

/// Puts the fold of a vector that is not `target` in the place of its first read; whether there was one.
bool fold_first(Expr& e, const Vectors& vectors, const std::string& target, const std::string& fold, bool written_out) {
  const Vector* vector = e.kind == Expr::Kind::kTap ? vector_of(vectors, e.text) : nullptr;
  if (vector != nullptr && vector->array != target) {
    e = fold_of(e, *vector, fold == "sum" && !e.type.is_float() ? "add" : fold, written_out);
    return true;
  }
  return std::ranges::any_of(e.args, [&](Expr& a) { return fold_first(a, vectors, target, fold, written_out); });
}

/// Now and then, by the seed, a line folds a vector. One that makes a temporary a vector keeps a read of another one,
/// which tells how many components it has.
void add_fold(const Program& p, std::size_t line, const Vectors& vectors, bool written_out, Expr& expr) {
  static const std::vector<std::string> folds{"add", "max", "any", "product", "min", "all", "sum"};
  const std::string& fold = folds[(p.seed / 4 + line) % folds.size()];
  const std::string& target = p.lines[line].target;
  if ((fold == "sum" && p.hard) || (fold == "product" && p.dsp_limit) || (p.seed + line) % 3 == 0) return;
  Vectors others = vectors;
  std::erase_if(others, [&](const Vector& v) { return v.array == target; });
  if (others.size() < vectors.size() && vector_reads(expr, others) < 2) return;
  fold_first(expr, vectors, target, fold, written_out);
}

/// The program with the vectors' arrays and lines twice, and folds written out or not.
Program doubled(Program p, const Vectors& vectors, bool written_out) {
  const std::string& name = vectors.front().array;
  const auto field = std::find_if(p.fields.begin(), p.fields.end(), [&](const Field& f) { return f.name == name; });
  field->name = vectors.front().first();
  field->ranged = field->has_start = false;  // each component of a vector has numbers of its own
  Field second = *field;
  second.name = vectors.front().second();
  p.fields.insert(field + 1, second);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < p.lines.size(); ++i) {
    Line folded = p.lines[i];
    add_fold(p, i, vectors, written_out, folded.expr);
    Line one = folded, other = folded;
    for (const Vector& v : vectors) {
      rename(one, v.array, v.first());
      rename(other, v.array, v.second());
    }
    lines.push_back(one);
    if (vector_of(vectors, folded.target) != nullptr) lines.push_back(other);
  }
  p.lines = std::move(lines);
  const std::string first = vectors.front().first();
  for (ProgramMonitor& m : p.monitors) rename_word(m.field, name, first);
  for (ProgramSource& s : p.sources) rename_word(s.field, name, first);
  rename_word(p.memory, name, first);
  return p;
}

/// The keys of a line before its expression, and that.
struct LineText {
  std::string keys, expr;
};

LineText line_text(const std::string& line) {
  const std::string body = line.substr(line.find(": ") + 2), key = "expr: ";
  if (!body.starts_with('{')) return {"", body};
  const std::size_t at = body.find(key);
  return {body.substr(1, at - 1), body.substr(at + key.size(), body.size() - at - key.size() - 1)};
}

/// The lines of both components as one of the vector: plain, with `each` or with a list, by turns.
std::string joined_line(std::string first, const std::string& second, const Vectors& vectors, const std::string& name,
                        std::size_t turn) {
  const auto put = [&](std::string& text, const auto& from, const auto& to) {
    for (const Vector& v : vectors) replace_all(text, from(v), to(v));
  };
  const auto in_first = [](const Vector& v) { return v.first(); };
  const auto in_second = [](const Vector& v) { return v.second(); };
  const auto plain = [](const Vector& v) { return v.name; };
  LineText a = line_text(first);
  // With `each` a side of a `?:` may be left out, which may have a type of its own.
  if (turn % 3 == 1 && first.find('?') == std::string::npos) {
    std::string out = "{each: ek, " + a.keys + "expr: " + a.expr + "}";
    put(out, in_first, [](const Vector& v) { return v.name + ".ek"; });
    return fmt::format("  - {}: {}", name, out);
  }
  if (turn % 3 == 2) {
    std::string other = line_text(second).expr;
    put(a.keys, in_first, plain);
    put(a.expr, in_first, [](const Vector& v) { return v.component(0); });
    put(other, in_second, [](const Vector& v) { return v.component(1); });
    return fmt::format("  - {}: {{{}expr: [{}, {}]}}", name, a.keys, a.expr, other);
  }
  put(first, in_first, plain);
  return first;
}

/// The text of arrays by twos as that of vectors.
std::string joined(const std::string& arrays, const Vectors& vectors) {
  const Vector& field = vectors.front();
  std::istringstream in(arrays);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    const auto second = std::find_if(vectors.begin(), vectors.end(),
                                     [&](const Vector& v) { return line.starts_with("  - " + v.second() + ": "); });
    if (line.starts_with("  " + field.first() + ": ") && line.find("kind:") == std::string::npos) {
      const std::size_t open = line.find('{');
      const bool empty = line.substr(open) == "{}";
      line = "  vv: {components: [a, b]" + std::string(empty ? "" : ", ") + line.substr(open + 1);
    } else if (line.starts_with("  " + field.second() + ": ")) {
      continue;
    } else if (second != vectors.end()) {
      lines.back() = joined_line(lines.back(), line, vectors, second->name, arrays.size() + lines.size());
      continue;
    }
    // In memory the vector has one place.
    if (line.starts_with("hardware: ")) replace_all(line, field.first() + ": ", field.name + ": ");
    lines.push_back(line);
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  for (const Vector& v : vectors) replace_all(out, v.first(), v.component(0));
  return out;
}

}  // namespace

std::optional<VectorForms> vector_forms(const Program& program) {
  const Vectors vectors = vectors_of(program);
  if (vectors.empty()) return std::nullopt;
  return VectorForms{joined(to_yaml(doubled(program, vectors, false)), vectors),
                     to_yaml(doubled(program, vectors, true))};
}

std::string program_text(const Program& program) {
  const auto forms = program.vectors ? vector_forms(program) : std::nullopt;
  return forms ? forms->vector : to_yaml(program);
}

std::optional<std::string> vector_form_difference(const Program& program) {
  const auto forms = vector_forms(program);
  if (!forms || !program_facts(forms->fields, Sameness::kMeaning)) return std::nullopt;
  return difference(forms->vector, forms->fields);
}

}  // namespace rtlgen::test

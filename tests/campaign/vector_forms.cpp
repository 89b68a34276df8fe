// Doubles the lines of one field, and joins them again as those of a vector.
#include "vector_forms.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "same_program.hpp"

namespace rtlgen::test {

namespace {

const std::string kFirst = "vv_a", kSecond = "vv_b";

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

/// Whether it is a field that lines assign, none of them joined with another by their regions.
bool may_be_doubled(const Program& p, const Field& f) {
  int assigned = 0;
  for (std::size_t i = 0; i < p.lines.size(); ++i) {
    if (p.lines[i].target != f.name) continue;
    ++assigned;
    const bool joined = i > 0 && p.lines[i - 1].target == f.name && !p.lines[i].region.empty();
    if (joined) return false;
  }
  return assigned > 0 && f.axes.size() == p.grid.size();
}

/// The program with the field and its lines twice.
Program doubled(Program p, const std::string& name) {
  const auto field = std::find_if(p.fields.begin(), p.fields.end(), [&](const Field& f) { return f.name == name; });
  field->name = kFirst;
  field->ranged = field->has_start = false;  // of a vector each component has numbers of its own
  Field second = *field;
  second.name = kSecond;
  p.fields.insert(field + 1, second);
  std::vector<Line> lines;
  for (const Line& line : p.lines) {
    Line one = line;
    rename(one, name, kFirst);
    lines.push_back(one);
    if (line.target != name) continue;
    one = line;
    rename(one, name, kSecond);
    lines.push_back(one);
  }
  p.lines = std::move(lines);
  for (ProgramMonitor& m : p.monitors) rename_word(m.field, name, kFirst);
  for (ProgramSource& s : p.sources) rename_word(s.field, name, kFirst);
  rename_word(p.memory, name, kFirst);
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
std::string joined_line(std::string first, const std::string& second, std::size_t turn) {
  LineText a = line_text(first);
  // With `each` a side of a `?:` may be left out, which may have a type of its own.
  if (turn % 3 == 1 && first.find('?') == std::string::npos) {
    std::string out = "  - vv: {each: ek, " + a.keys + "expr: " + a.expr + "}";
    replace_all(out, kFirst, "vv.ek");
    return out;
  }
  if (turn % 3 == 2) {
    std::string other = line_text(second).expr;
    replace_all(a.keys, kFirst, "vv");
    replace_all(a.expr, kFirst, "vv.a");
    replace_all(other, kSecond, "vv.b");
    return "  - vv: {" + a.keys + "expr: [" + a.expr + ", " + other + "]}";
  }
  replace_all(first, kFirst, "vv");
  return first;
}

/// The text of two fields as that of one vector.
std::string joined(const std::string& fields) {
  std::istringstream in(fields);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("  " + kFirst + ": ") && line.find("kind:") == std::string::npos) {
      const std::size_t open = line.find('{');
      const bool empty = line.substr(open) == "{}";
      line = "  vv: {components: [a, b]" + std::string(empty ? "" : ", ") + line.substr(open + 1);
    } else if (line.starts_with("  " + kSecond + ": ")) {
      continue;
    } else if (line.starts_with("  - " + kSecond + ": ")) {
      lines.back() = joined_line(lines.back(), line, fields.size() + lines.size());
      continue;
    }
    lines.push_back(line);
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  replace_all(out, kFirst, "vv.a");
  return out;
}

}  // namespace

std::optional<VectorForms> vector_forms(const Program& program) {
  for (const Field& f : program.fields) {
    if (!may_be_doubled(program, f)) continue;
    const std::string fields = to_yaml(doubled(program, f.name));
    return VectorForms{joined(fields), fields};
  }
  return std::nullopt;
}

std::optional<std::string> vector_form_difference(const Program& program) {
  const auto forms = vector_forms(program);
  if (!forms || !program_facts(forms->fields, Sameness::kMeaning)) return std::nullopt;
  return difference(forms->vector, forms->fields);
}

}  // namespace rtlgen::test

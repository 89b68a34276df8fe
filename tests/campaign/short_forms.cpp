// Finds chains of like terms and parts that could be functions, and prints them so.
#include "short_forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {

namespace {

bool is_number(const Expr& e) {
  return e.kind == Expr::Kind::kText && e.text.find_first_not_of("-.0123456789") == std::string::npos;
}

/// An expression with '#' in the place of each number and offset, which go to `values`.
Expr skeleton(const Expr& e, std::vector<std::string>& values) {
  Expr out = e;
  if (is_number(e)) {
    values.push_back(e.text);
    out.text = "#";
  }
  if (e.kind == Expr::Kind::kTap && !e.offsets.empty()) {
    out.kind = Expr::Kind::kText;
    std::string marks;
    for (const int o : e.offsets) {
      values.push_back(fmt::format("{}", o));
      marks += marks.empty() ? "#" : ",#";
    }
    out.text = fmt::format("{}[{}{}]", e.text, marks, e.rule.empty() ? "" : "; " + e.rule);
  }
  for (Expr& a : out.args) a = skeleton(a, values);
  return out;
}

class Shortener {
 public:
  explicit Shortener(const Program& program) : random_(program.seed) {}

  std::vector<std::string> params, functions;  ///< lines of these sections

  std::string text(const Expr& e) { return text(e, true); }

  bool chance(unsigned percent) { return random_() % 100 < percent; }

 private:
  std::string text(const Expr& e, bool may_call) {
    if (chance(70)) {
      if (const std::string folded = fold(e); !folded.empty()) return folded;
    }
    if (may_call && !e.args.empty() && chance(25)) {
      if (const std::string called = call(e); !called.empty()) return called;
    }
    Expr out = e;
    for (Expr& a : out.args) a = as_text(a, may_call);
    return to_text(out);
  }

  /// A printed part, in brackets unless it is what to_text would not put into some.
  Expr as_text(const Expr& e, bool may_call) {
    if (e.args.empty()) return e;
    return {Expr::Kind::kText, e.type, "(" + text(e, may_call) + ")", {}, {}, ""};
  }

  /// The terms of a chain that one fold makes, and its word; "" where there is none.
  static std::string terms_of(const Expr& e, std::vector<Expr>& terms) {
    const bool infix = e.kind == Expr::Kind::kInfix && (e.text == "+" || e.text == "*");
    if (infix) {
      const Expr* at = &e;
      for (; at->kind == e.kind && at->text == e.text; at = &at->args[0]) terms.insert(terms.begin(), at->args[1]);
      terms.insert(terms.begin(), *at);
      return e.text == "+" ? "add" : "product";
    }
    if (e.kind != Expr::Kind::kCall || (e.text != "min" && e.text != "max" && e.text != "sum")) return "";
    terms = e.args;
    while (e.text != "sum" && terms[0].kind == e.kind && terms[0].text == e.text) {
      const std::vector<Expr> inner = terms[0].args;
      terms.erase(terms.begin());
      terms.insert(terms.begin(), inner.begin(), inner.end());
    }
    return e.text;
  }

  std::string fold(const Expr& e) {
    std::vector<Expr> terms;
    const std::string word = terms_of(e, terms);
    if (word.empty() || terms.size() < 2) return "";
    std::vector<std::vector<std::string>> values(terms.size());
    const std::string body = to_text(skeleton(terms[0], values[0]));
    for (std::size_t i = 1; i < terms.size(); ++i) {
      if (to_text(skeleton(terms[i], values[i])) != body) return "";
    }
    std::string out;
    std::size_t place = 0;
    const int first = static_cast<int>(random_() % 3) - 1;
    for (const char c : body) out += c == '#' ? entry(values, place++, first) : std::string(1, c);
    return fmt::format("{}(v in {}..{}: {})", word, first, first + static_cast<int>(terms.size()) - 1, out);
  }

  /// The entry of a new table of what stands at `place` in each term, or the number where all have the same.
  std::string entry(const std::vector<std::vector<std::string>>& values, std::size_t place, int first) {
    std::vector<std::string> all;
    for (const auto& of_term : values) all.push_back(of_term[place]);
    if (std::set<std::string>(all.begin(), all.end()).size() == 1) return "(" + all[0] + ")";
    const std::string name = fmt::format("q{}", ++tables_);
    const std::string index = first == 0 ? "v" : fmt::format("v + {}", -first);
    if (all.size() == 4 && chance(50)) {
      params.push_back(
          fmt::format("  {}: [[\"{}\", \"{}\"], [\"{}\", \"{}\"]]\n", name, all[0], all[1], all[2], all[3]));
      return fmt::format("{0}[({1}) >> 1][({1}) & 1]", name, index);
    }
    params.push_back(fmt::format("  {}: [\"{}\"]\n", name, fmt::join(all, "\", \"")));
    return fmt::format("{}[{}]", name, index);
  }

  /// Puts a parameter in the place of each array, whose reads move by the offsets of its argument.
  void parametrize(Expr& e, std::map<std::string, std::pair<std::string, std::vector<int>>>& arguments) {
    for (Expr& a : e.args) parametrize(a, arguments);
    if (e.kind != Expr::Kind::kTap) return;
    const auto [found, fresh] =
        arguments.emplace(e.text, std::pair{fmt::format("a{}", arguments.size()), std::vector<int>{}});
    auto& [name, shift] = found->second;
    for (std::size_t i = 0; fresh && i < e.offsets.size(); ++i) shift.push_back(static_cast<int>(random_() % 3) - 1);
    e.text = name;
    for (std::size_t i = 0; i < e.offsets.size(); ++i) e.offsets[i] -= shift[i];
  }

  std::string call(const Expr& e) {
    std::map<std::string, std::pair<std::string, std::vector<int>>> arguments;
    Expr body = e;
    parametrize(body, arguments);
    if (arguments.empty()) return "";
    std::vector<std::string> names, given;
    for (const auto& [array, as] : arguments) {
      names.push_back(as.first);
      const bool moved = std::ranges::any_of(as.second, [](int o) { return o != 0; });
      given.push_back(moved ? fmt::format("{}[{}]", array, fmt::join(as.second, ",")) : array);
    }
    const std::string name = fmt::format("fn{}", ++calls_);
    std::string let;
    if (!body.args[0].args.empty() && chance(50)) {
      let = text(body.args[0], false);
      body.args[0] = {Expr::Kind::kText, body.args[0].type, "part", {}, {}, ""};
    }
    const std::string value = text(body, false);
    functions.push_back(let.empty() ? fmt::format("  {}({}): \"{}\"\n", name, fmt::join(names, ", "), value)
                                    : fmt::format("  {}({}):\n    let: {{part: \"{}\"}}\n    value: \"{}\"\n", name,
                                                  fmt::join(names, ", "), let, value));
    return fmt::format("{}({})", name, fmt::join(given, ", "));
  }

  std::mt19937_64 random_;
  int tables_ = 0, calls_ = 0;
};

/// Everything of a program that what follows the frontend looks at, without the names of temporaries.
std::string meaning(const std::string& yaml) {
  Diagnostics diagnostics;
  const auto loaded = frontend::load_text(yaml, "case.yaml", {}, diagnostics);
  if (!loaded.ok()) return diagnostics.render();
  const spec::Stencil& s = *loaded;
  std::string out;
  for (const spec::Array& a : s.arrays) {
    const bool temporary = a.role == spec::Role::kTemporary;
    out += fmt::format("{} {} {}\n", temporary ? "" : a.name, a.type.name(), spec::boundary_text(s, a));
  }
  // Nodes in the order in which the lines reach them: that in which they were made may differ.
  IndexVector<spec::NodeId, int> numbers(s.nodes.size());
  int count = 0;
  const auto number = [&](spec::NodeId root) {
    std::vector<spec::NodeId> rest{root};
    while (root.valid() && !rest.empty()) {
      const spec::NodeId id = rest.back();
      const spec::Node& n = s.nodes[id];
      const auto next = std::ranges::find_if(n.args, [&](spec::NodeId arg) { return numbers[arg] == 0; });
      if (next != n.args.end()) {
        rest.push_back(*next);
        continue;
      }
      rest.pop_back();
      if (numbers[id] != 0) continue;
      numbers[id] = ++count;
      out += fmt::format("{} {} {} {} {}{}", static_cast<int>(n.op), n.type.name(), n.bits, n.index,
                         n.stream.valid() ? n.stream.index() : -1, n.own ? " own" : "");
      for (const spec::NodeId arg : n.args) out += fmt::format(" n{}", numbers[arg]);
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
        out += fmt::format(" {}/{}/{}", n.offset[a], static_cast<int>(n.boundary[a].kind), n.boundary[a].constant);
      out += "\n";
    }
    return root.valid() ? numbers[root] : 0;
  };
  for (const spec::Stage& stage : s.stages) {
    const int root = number(stage.root);
    out += fmt::format("{} = n{} {} {}\n", s.streams[stage.output].array.index(), root, static_cast<int>(stage.border),
                       stage.sweep ? stage.sweep->axis : 0);
  }
  for (const spec::Param& param : s.params)
    out += fmt::format("{} {} n{}\n", param.name, param.value, number(param.next));
  out += fmt::format("until n{}\n", number(s.until));
  return out;
}

}  // namespace

std::string to_short_yaml(const Program& p) {
  Shortener shortener(p);
  Program shorter = p;
  const auto printed = [&](const Expr& e) { return Expr{Expr::Kind::kText, e.type, shortener.text(e), {}, {}, ""}; };
  for (ProgramParam& q : shorter.params) {
    if (q.kind == ProgramParam::Kind::kByStep && shortener.chance(50)) q.expr = printed(q.expr);
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < p.lines.size(); ++i) {
    Program one = p;
    one.lines = {shorter.lines[i]};
    one.lines[0].expr = printed(p.lines[i].expr);
    const std::string all = to_yaml(one);
    const std::size_t begin = all.find("update:\n") + 8;
    lines.push_back(all.substr(begin, all.find("iterations:") - begin));
    // Equal lines in a row, or now and then one, are a group.
    const bool twice = i + 1 < p.lines.size() && p.lines[i].target == p.lines[i + 1].target &&
                       to_text(p.lines[i].expr) == to_text(p.lines[i + 1].expr) &&
                       p.lines[i].border == p.lines[i + 1].border && p.lines[i].region.empty() &&
                       p.lines[i + 1].region.empty() && p.lines[i].where == p.lines[i + 1].where &&
                       p.lines[i].order == p.lines[i + 1].order && !p.lines[i].typed && p.lines[i].boundary.empty();
    if (!twice && !shortener.chance(20)) continue;
    lines.back() = fmt::format("  - repeat: {}\n    lines:\n    {}", twice ? "2" : "1", lines.back());
    i += twice ? 1 : 0;
  }
  const std::string all = to_yaml(shorter);
  const std::size_t begin = all.find("update:\n"), end = all.find("iterations:");
  std::string head = all.substr(0, begin);
  if (!shortener.params.empty()) {
    if (p.params.empty()) head += "params:\n";
    const std::size_t at = head.find("params:\n") + 8;
    head.insert(at, fmt::format("{}", fmt::join(shortener.params, "")));
  }
  if (!shortener.functions.empty()) head += fmt::format("functions:\n{}", fmt::join(shortener.functions, ""));
  return head + fmt::format("update:\n{}", fmt::join(lines, "")) + all.substr(end);
}

std::string difference(const std::string& yaml, const std::string& other) {
  const std::string a = meaning(yaml), b = meaning(other);
  return a == b ? "" : fmt::format("{}\n{}\nis\n{}\nand\n{}\nis\n{}", yaml, "----", a, other, b);
}

std::string short_form_difference(const Program& program) {
  Diagnostics refused;
  if (!frontend::load_text(to_yaml(program), "case.yaml", {}, refused).ok()) return "";
  return difference(to_yaml(program), to_short_yaml(program));
}

}  // namespace rtlgen::test

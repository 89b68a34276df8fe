// Finds chains of like terms and parts that could be functions, and prints them so.
#include "short_forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "same_program.hpp"

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
  explicit Shortener(const Program& program) : random_(program.seed) {
    for (const ProgramParam& p : program.params) taken_.push_back(p.name);
    for (const Field& f : program.fields) taken_.push_back(f.name);
  }

  std::vector<std::string> params, functions;  ///< lines of these sections

  bool chance(unsigned percent) { return random_() % 100 < percent; }

  std::string text(const Expr& e) {
    if (chance(70)) {
      if (const std::string folded = fold(e); !folded.empty()) return folded;
    }
    if (!e.args.empty() && chance(25)) {
      if (const std::string called = call(e); !called.empty()) return called;
    }
    Expr out = e;
    for (Expr& a : out.args) a = as_text(a);
    return to_text(out);
  }

 private:
  /// A printed part, in brackets unless it is what to_text would not put into some.
  Expr as_text(const Expr& e) {
    if (e.args.empty()) return e;
    return {Expr::Kind::kText, e.type, "(" + text(e) + ")", {}, {}, ""};
  }

  /// The terms of a chain that one fold makes, and its word; "" that lacks it.
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

  struct Argument {
    std::string name;        ///< name of the parameter
    std::vector<int> shift;  ///< offsets of the argument
  };
  using Arguments = std::map<std::string, Argument>;  ///< by array

  /// Whether the name may stand in `e` for something else than an array.
  static bool mentions(const Expr& e, const std::string& name) {
    if (e.kind != Expr::Kind::kTap && e.text.find(name) != std::string::npos) return true;
    return e.rule.find(name) != std::string::npos ||
           std::ranges::any_of(e.args, [&](const Expr& a) { return mentions(a, name); });
  }

  /// The name of a parameter: now and then one that the program has for something else, which nothing in `body` means.
  std::string parameter(const Expr& body, const Arguments& arguments) {
    const std::string& name = taken_[random_() % taken_.size()];
    const auto has_it = [&](const auto& a) { return a.second.name == name; };
    if (chance(50) && !mentions(body, name) && std::ranges::none_of(arguments, has_it)) return name;
    return fmt::format("a{}", arguments.size());
  }

  /// Puts a parameter in the place of each array, whose reads move by the offsets of its argument. `body`: what `e` is
  /// part of.
  void parametrize(Expr& e, const Expr& body, Arguments& arguments) {
    for (Expr& a : e.args) parametrize(a, body, arguments);
    if (e.kind != Expr::Kind::kTap) return;
    const auto known = arguments.find(e.text);
    const bool fresh = known == arguments.end();
    const auto found = fresh ? arguments.emplace(e.text, Argument{parameter(body, arguments), {}}).first : known;
    auto& [name, shift] = found->second;
    for (std::size_t i = 0; fresh && i < e.offsets.size(); ++i) shift.push_back(static_cast<int>(random_() % 3) - 1);
    e.text = name;
    for (std::size_t i = 0; i < e.offsets.size(); ++i) e.offsets[i] -= shift[i];
  }

  std::string call(const Expr& e) {
    Arguments arguments;
    Expr body = e;
    parametrize(body, e, arguments);
    if (arguments.empty()) return "";
    std::vector<std::string> names, given;
    for (const auto& [array, as] : arguments) {
      names.push_back(as.name);
      const bool moved = std::ranges::any_of(as.shift, [](int o) { return o != 0; });
      given.push_back(moved ? fmt::format("{}[{}]", array, fmt::join(as.shift, ",")) : array);
    }
    // Definitions stand above the texts that call them.
    std::string let;
    if (!body.args[0].args.empty() && chance(50)) {
      let = text(body.args[0]);
      body.args[0] = {Expr::Kind::kText, body.args[0].type, "part", {}, {}, ""};
    }
    const std::string value = as_part(body);
    const std::string name = fmt::format("fn{}", ++calls_);
    functions.push_back(let.empty() ? fmt::format("  {}({}): \"{}\"\n", name, fmt::join(names, ", "), value)
                                    : fmt::format("  {}({}):\n    let: {{part: \"{}\"}}\n    value: \"{}\"\n", name,
                                                  fmt::join(names, ", "), let, value));
    return fmt::format("{}({})", name, fmt::join(given, ", "));
  }

  /// The text of `e`, of which only parts are folds or calls.
  std::string as_part(Expr e) {
    for (Expr& a : e.args) a = as_text(a);
    return to_text(e);
  }

  std::mt19937_64 random_;
  std::vector<std::string> taken_;  ///< names of params and fields
  int tables_ = 0, calls_ = 0;
};

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
    const std::string turns = shortener.chance(50) ? (twice ? "2" : "1") : (twice ? "v in 3..4" : "v in 3..3");
    lines.back() = fmt::format("  - repeat: {}\n    lines:\n    {}", turns, lines.back());
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

std::optional<std::string> short_form_difference(const Program& program) {
  if (!program_facts(to_yaml(program), Sameness::kMeaning)) return std::nullopt;
  return difference(to_yaml(program), to_short_yaml(program));
}

}  // namespace rtlgen::test

// Builds replacements from the tokens around a fault.
#include "frontend/expr/hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "frontend/expr/hint_words.hpp"
#include "frontend/expr/token_text.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

struct Index {
  std::string variable;  ///< "" for a plain number
  long offset = 0;
};

/// `i`, `i-1`, `x + 2` or a number.
std::optional<Index> index_of(const std::string& written) {
  std::string text;
  for (const char c : written) {
    if (c != ' ') text += c;
  }
  Index out;
  std::size_t i = 0;
  while (i < text.size() && (std::isalpha(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_')) ++i;
  out.variable = text.substr(0, i);
  if (i == text.size()) return out.variable.empty() ? std::nullopt : std::optional(out);
  const std::string number = text.substr(text[i] == '+' ? i + 1 : i);
  const std::size_t first = number.starts_with("-") ? 1 : 0;
  const bool whole = number.size() > first && number.size() < first + 6 &&
                     number.find_first_not_of("0123456789", first) == std::string::npos;
  if (!whole || (!out.variable.empty() && text[i] != '+' && text[i] != '-')) return std::nullopt;
  out.offset = std::stol(number);
  return out;
}

/// u[-1,0] for u and {"i-1", "j"}; nullopt for other indices. Indices called x, y and z are put in that order.
std::optional<std::string> read_text(const std::string& name, const std::vector<std::string>& written) {
  if (written.empty() || written.size() > spec::kMaxAxes) return std::nullopt;
  std::vector<long> offsets(written.size());
  std::vector<bool> given(written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto index = index_of(written[i]);
    if (!index) return std::nullopt;
    const int named = axis_number(index->variable);
    const std::size_t axis = named >= 0 ? static_cast<std::size_t>(named) : i;
    if (axis >= offsets.size() || given[axis]) return std::nullopt;
    given[axis] = true;
    offsets[axis] = index->offset;
  }
  return fmt::format("{}[{}]", name, fmt::join(offsets, ","));
}

Notes read_notes(const std::string& name, const std::vector<std::string>& written) {
  const auto text = read_text(name, written);
  if (!text) return {};
  return {fmt::format("a read has offsets from the current cell, x first: write `{}`", *text)};
}

/// The note for C's u[i][j], whose last index is x unless the indices say otherwise.
Notes read_notes_of_c(const std::string& name, std::vector<std::string> written) {
  const std::string shown = fmt::format("{}[{}]", name, fmt::join(written, "]["));
  const bool names_axes = std::ranges::any_of(written, [](const std::string& index) {
    const auto read = index_of(index);
    return read && axis_number(read->variable) >= 0;
  });
  if (!names_axes) std::ranges::reverse(written);
  const auto text = read_text(name, written);
  if (!text) return {};
  return {fmt::format("offsets are in one pair of brackets, x first: C's {} is `{}`", shown, *text)};
}

// ---------------------------------------------------------------- syntax

/// The replacement of a power with the base [first, middle) and the exponent from `behind_it` on.
Notes power_note(const std::string& text, const std::vector<Token>& tokens, std::size_t first, std::size_t middle,
                 std::size_t behind_it) {
  const std::size_t end = value_after(tokens, behind_it);
  const bool again = tokens[end].text == "^" || (tokens[end].text == "*" && tokens[end + 1].text == "*");
  // Languages differ in the order of two consecutive powers.
  if (again) return {"there is no power operator: write a product, or pow(a, b), with brackets that set the order"};
  const std::string base(range(text, tokens, first, middle)), exponent(range(text, tokens, behind_it, end));
  std::string out = fmt::format("pow({}, {})", base, exponent);
  if (exponent == "2") out = fmt::format("{0}*{0}", base);
  if (exponent == "3") out = fmt::format("{0}*{0}*{0}", base);
  return {fmt::format("there is no power operator: write `{}`{}", fitted(out, tokens, first, end),
                      out.starts_with("pow") ? ", or a product" : "")};
}

/// `a if c else b`, from the `if`.
Notes conditional_note(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const auto [first, end] = part_at(tokens, at);
  std::size_t otherwise = at;
  while (otherwise < end && tokens[otherwise].text != "else") ++otherwise;
  if (otherwise >= end || first == at) return {"write a choice as condition ? then : else, in quotes"};
  // In Python, everything after the first `else` is one expression.
  bool nested = false;
  for (std::size_t i = otherwise; i < end; ++i) nested = nested || tokens[i].text == "if";
  const std::string last(range(text, tokens, otherwise + 1, end));
  return {fmt::format("write `{} ? {} : {}`, in quotes", range(text, tokens, at + 1, otherwise),
                      range(text, tokens, first, at), nested ? "(" + last + ")" : last)};
}

/// `not c`, from the word.
Notes negation_note(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  std::size_t end = part_at(tokens, at).second;
  int depth = 0;
  for (std::size_t i = at + 1; i < end; ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i])) --depth;
    const std::string& word = tokens[i].text;
    if (depth == 0 && (word == "and" || word == "or" || word == "&&" || word == "||" || word == "?")) end = i;
  }
  const bool bracketed = tokens[at + 1].text == "(" && behind(tokens, at + 1) == end;
  return {
      fmt::format("write `!{1}{0}{2}`", range(text, tokens, at + 1, end), bracketed ? "" : "(", bracketed ? "" : ")")};
}

std::string without_blanks(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// ---------------------------------------------------------------- calls

/// `if (c) a else b`, from the `if`, as a choice; nullopt for anything else.
std::optional<std::string> choice_text(const std::string& text, const std::vector<Token>& tokens, std::size_t at,
                                       std::size_t end) {
  if (tokens[at + 1].text != "(") return std::nullopt;
  std::size_t first = behind(tokens, at + 1);
  const std::string condition(range(text, tokens, at + 2, first - 1));
  if (tokens[first].text == "then") ++first;
  std::size_t otherwise = first;
  for (int depth = 0; otherwise < end && (depth > 0 || tokens[otherwise].text != "else"); ++otherwise)
    depth += opens(tokens[otherwise]) ? 1 : closes(tokens[otherwise]) ? -1 : 0;
  if (otherwise == first || otherwise + 1 >= end) return std::nullopt;
  const bool goes_on = tokens[otherwise + 1].text == "if";
  const auto rest = goes_on ? choice_text(text, tokens, otherwise + 1, end)
                            : std::optional(std::string(range(text, tokens, otherwise + 1, end)));
  if (!rest) return std::nullopt;
  return fmt::format("{} ? {} : {}", condition, range(text, tokens, first, otherwise), *rest);
}

/// Puts the arguments into a pattern; false: there are too few.
bool filled(std::string& pattern, const std::vector<std::string>& args) {
  const auto is_simple = [](const std::string& arg) {
    return arg.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
           std::string::npos;
  };
  for (std::size_t dollar = 0; (dollar = pattern.find('$', dollar)) != std::string::npos;) {
    const auto index = static_cast<std::size_t>(pattern[dollar + 1] - '0');
    if (index >= args.size()) return false;
    std::string arg = args[index];
    // A choice before a '?' would absorb the rest.
    const bool is_conditional = pattern.compare(dollar + 2, 2, " ?") == 0 && arg.find('?') != std::string::npos;
    if (is_conditional && !is_bracketed(arg)) arg = "(" + arg + ")";
    // A name or a number needs no brackets, except those of a call.
    const bool bracketed = dollar > 0 && pattern[dollar - 1] == '(' && pattern.compare(dollar + 2, 1, ")") == 0 &&
                           (dollar < 2 || std::isalnum(static_cast<unsigned char>(pattern[dollar - 2])) == 0);
    const bool bare = bracketed && is_simple(arg);
    pattern.replace(bare ? dollar - 1 : dollar, bare ? 4 : 2, arg);
    dollar = bare ? dollar - 1 : dollar;
  }
  return true;
}

}  // namespace

Notes hint_for_reduction(const std::string& name, const std::string& value) {
  const Reduction* r = reduction_of(name);
  if (r == nullptr) return {};
  return {fmt::format(
      "to reduce over all cells, use a monitor, computed after every pass: `monitor: {{{}: {{of: {}, reduce: {}}}}}`{}",
      r->name, value, r->ours, r->more)};
}

Notes hint_for_call(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const std::string& name = tokens[at].text;
  const std::vector<std::string> args = arguments(text, tokens, at + 1);
  if (name == "not" || name == "NOT") return negation_note(text, tokens, at);
  if (name == "random" || name == "rand") return {"random(seed) is for start data: `inputs: {t: {expr: random(1)}}`"};
  if (args.size() == 1) {
    if (Notes notes = hint_for_reduction(name, args[0]); !notes.empty()) return notes;
    const std::string type = type_word(name);
    if (!type.empty()) return {fmt::format("write `{}({})`", type, args[0])};
  }
  if (name == "if" && args.size() == 1) {
    const std::size_t end = part_at(tokens, at).second;
    const auto choice = choice_text(text, tokens, at, end);
    if (!choice) return {"write a choice as condition ? then : else, in quotes"};
    return {fmt::format("write `{}`, in quotes", fitted(*choice, tokens, at, end))};
  }
  std::string pattern = function_pattern(name);
  if (pattern.empty()) return {};
  const bool choice = pattern.find("? ") != std::string::npos;
  if (!filled(pattern, args)) return {};
  return {
      fmt::format("write `{}`{}", fitted(pattern, tokens, at, behind(tokens, at + 1)), choice ? ", in quotes" : "")};
}

Notes hint_for_read(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  return read_notes(tokens[at].text, arguments(text, tokens, at + 1));
}

std::string hint_for_list(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const std::vector<std::string> args = arguments(text, tokens, at + 1);
  return fmt::format("'{0}' is a table: write `{0}[{1}]`", tokens[at].text,
                     args.empty() ? "index" : fmt::format("{}", fmt::join(args, ",")));
}

Notes hint_for_assignment(const std::string& text, AssignmentForm form) {
  constexpr const char* kNameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  const std::size_t end = std::min(text.find_first_not_of(kNameLetters), text.size());
  const std::string target = text.substr(0, end);
  const std::size_t sign = text.find_first_not_of(' ', end);
  if (target.empty() || sign == std::string::npos) return {};
  const std::size_t behind_it = std::min(text.find_first_not_of("+-*/%&|^<>:=", sign), text.size());
  std::string operation = text.substr(sign, behind_it - sign);
  std::string value = without_blanks(text.substr(behind_it));
  // A sign of the value, as in `t=-u`, is not part of the assignment.
  const std::size_t last = operation.find_last_of(":=");
  if (last == std::string::npos || value.empty()) return {};
  value = operation.substr(last + 1) + value;
  operation.resize(last);
  const bool is_plain = operation.empty() || operation == ":";
  const bool is_known = find_operation(Form::kBinary, operation) != nullptr;
  const bool is_comparison = operation == "=" || operation == "<" || operation == ">" || text[sign + last] == ':';
  if (!is_plain && (!is_known || is_comparison)) return {};
  if (!is_plain) {
    const bool is_simple = value.find_first_not_of(kNameLetters) == std::string::npos || is_bracketed(value);
    value = fmt::format(fmt::runtime(is_simple ? "{} {} {}" : "{} {} ({})"), target, operation, value);
  }
  if (form == AssignmentForm::kLine) return {fmt::format("write `- {}: {}`", target, value)};
  return is_plain ? Notes{} : Notes{fmt::format("write `{}`", value)};
}

Notes hint_for_syntax(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const Token& t = tokens[at];
  const std::string before = at > 0 ? tokens[at - 1].text : "";
  if (t.text == "*" && before == "*" && at > 1) {
    return power_note(text, tokens, value_before(tokens, at - 1), at - 1, at + 1);
  }
  if (t.text == "[" && before == "]") {
    std::size_t first = value_before(tokens, at);
    const std::string name = tokens[first].text;
    std::vector<std::string> all;
    while (tokens[++first].text == "[") {
      for (std::string& index : arguments(text, tokens, first)) all.push_back(std::move(index));
      first = behind(tokens, first) - 1;
    }
    Notes notes = read_notes_of_c(name, std::move(all));
    if (notes.empty()) notes = {"a read has one pair of brackets with one offset per axis, x first: u[-1,0]"};
    return notes;
  }
  if (t.text == ":")
    return {"a read cannot have ranges: a line is computed for every cell, and u[-1,0] reads the cell to the left",
            "a sum over a window is add(k in -1..1: u[k,0])", "in a choice, c ? a : b, the ':' comes after the '?'"};
  if (t.kind == Token::Kind::kNumber && before == ";") return hint_for_rule(t.text, RuleForm::kBrackets);
  for (const std::size_t i : {at, at > 0 ? at - 1 : at}) {
    const std::string& word = tokens[i].text;
    if (tokens[i].kind != Token::Kind::kName) continue;
    if (word == "if") return conditional_note(text, tokens, i);
    if (word == "and" || word == "AND") return {"write `&&`"};
    if (word == "or" || word == "OR") return {"write `||`"};
    if (word == "xor") return {"write != for conditions, ^ for the bits of integers"};
    if (word == "mod") return {"write `%`, which requires integers"};
    if (word == "not" || word == "NOT") return negation_note(text, tokens, i);
  }
  return {};
}

Notes hint_for_indices(const Ast& ast, const AstNode& node) {
  for (const AstNode& read : ast.nodes) {
    if (read.kind != AstNode::Kind::kTap || node.source != read.source) continue;
    if (node.begin <= read.begin || node.end >= read.end) continue;
    std::vector<std::string> written;
    for (std::size_t i = 0; i < read.offset_count(); ++i) written.push_back(ast.text_of(read.args[i]));
    return read_notes(read.name, written);
  }
  return {};
}

Notes hint_for_power(const Ast& ast, const AstNode& node) {
  YamlValue scalar;
  scalar.kind = YamlValue::Kind::kScalar;
  scalar.text = ast.source_of(static_cast<int>(&node - ast.nodes.data()));
  Diagnostics ignored;
  const auto tokens = tokenize(scalar, ignored);
  const std::size_t left = ast.nodes[static_cast<std::size_t>(node.args[0])].end;
  for (std::size_t i = 0; tokens && i < tokens->size(); ++i) {
    if ((*tokens)[i].begin < left || (*tokens)[i].text != "^") continue;
    return power_note(scalar.text, *tokens, value_before(*tokens, i), i, i + 1);
  }
  return {};
}

std::string cast_text(const Ast& ast, const std::vector<Typed>& types, int root, const spec::Type& type) {
  const auto node = [&](int id) -> const AstNode& { return ast.nodes[static_cast<std::size_t>(id)]; };
  const auto typed = [&](int id) -> const Typed& { return types[static_cast<std::size_t>(id)]; };
  bool fraction = false;
  bool too_large = false;  // a constant, for the type of the values that it meets
  bool one_text = true;    // parts of functions are elsewhere
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::vector<int> rest{root};
  while (!rest.empty()) {
    const int id = rest.back();
    rest.pop_back();
    const AstNode& n = node(id);
    one_text = one_text && n.source == node(root).source && n.origin == node(root).origin;
    if (typed(id).exact()) {
      fraction = fraction || !is_integer(typed(id).value);
      too_large = too_large ||
                  (typed(root).type.is_integer() && fit(typed(id).value, typed(root).type).fault == FitFault::kRange);
      continue;
    }
    const bool arithmetic =
        n.kind == AstNode::Kind::kOperation && takes(operation_of(n.op).operands, type) &&
        (operation_of(n.op).typing == Typing::kCommon || operation_of(n.op).typing == Typing::kSelect);
    if (!arithmetic) {
      if (!typed(id).typed() || !holds(type, typed(id).type)) parts.emplace_back(n.begin, n.end);
      continue;
    }
    const std::size_t first = n.op == spec::Op::kSelect ? 1 : 0;
    for (std::size_t i = first; i < n.args.size(); ++i) rest.push_back(n.args[i]);
  }
  const AstNode& whole = node(root);
  const auto cast = [&](const std::string& inner) {
    return type.name() + (is_bracketed(inner) ? inner : "(" + inner + ")");
  };
  if (!one_text || !(too_large || (fraction && type.is_float()))) return cast(ast.text_of(root));
  const std::string& text = ast.source_of(root);
  std::sort(parts.begin(), parts.end());
  std::string out;
  std::size_t at = whole.begin;
  for (const auto& [begin, end] : parts) {
    out += text.substr(at, begin - at) + cast(text.substr(begin, end - begin));
    at = end;
  }
  return out + text.substr(at, whole.end - at);
}

Notes hint_for_early_read(const Scope& scope, spec::ArrayId array, const spec::Offset& offset) {
  if (scope.sweep && scope.sweep->target == array)
    return {fmt::format("the line's own results can only be read at {} offsets along {}",
                        scope.sweep->order.backward ? "positive" : "negative", "xyz"[scope.sweep->order.axis])};
  Notes notes{"a temporary lives within one step: assign it in an earlier line, or declare a field"};
  for (int axis = scope.axes; axis-- > 1;) {
    const int along = offset[static_cast<std::size_t>(axis)];
    if (along == 0) continue;
    notes.push_back(fmt::format("to read the line's own results for earlier cells, add `order: {}`",
                                spec::Sweep{axis, along > 0}.text()));
    break;
  }
  return notes;
}

}  // namespace rtlgen::frontend

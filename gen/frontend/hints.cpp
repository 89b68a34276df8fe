// Tables of words from elsewhere, and texts put together from the tokens around a fault.
#include "frontend/hints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "frontend/schema.hpp"
#include "frontend/types.hpp"
#include "frontend/words.hpp"

namespace rtlgen::frontend {

namespace {

struct Word {
  std::string_view theirs;
  std::string_view note;
};

Notes find_note(std::span<const Word> table, const std::string& word) {
  for (const Word& w : table) {
    if (w.theirs == word) return {std::string(w.note)};
  }
  return {};
}

std::string lower(const std::string& text) {
  std::string out;
  for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

constexpr const char* kTemporaries = "there are no functions of one's own: give a part its own line of 'update', - name: expression, and a number a name under 'params'";
constexpr const char* kOneFile = "a description is one file: --set overrides its keys, and `inputs` names files of data";
constexpr const char* kOrder = "x is first and contiguous in memory, in grid: [nx, ny, nz] and in the brackets of a read; there is no other order";
constexpr const char* kRoles = "fields that are assigned and never read are outputs; nothing needs saying";

constexpr auto kKeyHints = std::to_array<Word>({
    {"functions", kTemporaries}, {"function", kTemporaries}, {"define", kTemporaries}, {"def", kTemporaries},
    {"macros", kTemporaries}, {"macro", kTemporaries}, {"let", kTemporaries},
    {"include", kOneFile}, {"includes", kOneFile}, {"import", kOneFile}, {"imports", kOneFile}, {"extends", kOneFile},
    {"order", kOrder}, {"layout", kOrder}, {"memory_order", kOrder}, {"axis_order", kOrder},
    {"dtype", "write 'type'"}, {"data_type", "write 'type'"}, {"precision", "write 'type', as in type: float32"},
    {"shape", "write 'grid'"}, {"size", "write 'grid'"}, {"dims", "write 'grid'"}, {"dimensions", "write 'grid'"}, {"domain", "write 'grid'"},
    {"constants", "write 'params'"}, {"parameters", "write 'params'"}, {"variables", "write 'params'"},
    {"kernel", "write 'update'"}, {"stencil", "write 'update'"}, {"computation", "write 'update'"}, {"equations", "write 'update'"},
    {"arrays", "write 'fields'"}, {"buffers", "write 'fields'"}, {"outputs", kRoles}, {"output", kRoles},
    {"timesteps", "write 'iterations'"}, {"time_steps", "write 'iterations'"}, {"nt", "write 'iterations'"}, {"repeat", "write 'iterations'"},
    {"boundary", "a boundary belongs to a field: fields.NAME.boundary"}, {"boundaries", "a boundary belongs to a field: fields.NAME.boundary"},
    {"boundary_conditions", "a boundary belongs to a field: fields.NAME.boundary"},
    {"border", "a border belongs to a line: - target: {expr: ..., border: keep}"},
});

constexpr auto kTypes = std::to_array<Word>({
    {"float", "float32"}, {"single", "float32"}, {"real", "float32"}, {"f32", "float32"}, {"fp32", "float32"}, {"float_t", "float32"},
    {"double", "float64"}, {"f64", "float64"}, {"fp64", "float64"}, {"real64", "float64"},
    {"half", "float16"}, {"f16", "float16"}, {"fp16", "float16"}, {"bf16", "bfloat16"},
    {"int", "int32"}, {"integer", "int32"}, {"i32", "int32"}, {"int32_t", "int32"}, {"long", "int64"}, {"i64", "int64"}, {"int64_t", "int64"},
    {"short", "int16"}, {"i16", "int16"}, {"int16_t", "int16"}, {"char", "int8"}, {"i8", "int8"}, {"int8_t", "int8"},
    {"uint", "uint32"}, {"unsigned", "uint32"}, {"u32", "uint32"}, {"uint32_t", "uint32"}, {"u64", "uint64"}, {"uint64_t", "uint64"}, {"size_t", "uint64"},
    {"u16", "uint16"}, {"uint16_t", "uint16"}, {"byte", "uint8"}, {"u8", "uint8"}, {"uint8_t", "uint8"},
    {"bool", "uint<1>"}, {"boolean", "uint<1>"}, {"_Bool", "uint<1>"}, {"bit", "uint<1>"},
});

/// Rules of other languages with the word here; `constant` stands for one that has a value.
constexpr auto kRules = std::to_array<Word>({
    {"periodic", "wrap"}, {"circular", "wrap"}, {"cyclic", "wrap"}, {"torus", "wrap"}, {"repeat", "wrap"},
    {"clamp", "edge"}, {"nearest", "edge"}, {"replicate", "edge"}, {"copy", "edge"}, {"extend", "edge"}, {"border", "edge"},
    {"mirror", "reflect"}, {"reflect_101", "reflect"}, {"reflect101", "reflect"},
    {"neumann", "edge"}, {"zero_gradient", "edge"}, {"zero-gradient", "edge"}, {"noflux", "edge"}, {"no_flux", "edge"}, {"outflow", "edge"},
    {"dirichlet", "constant"}, {"zero", "constant"}, {"zeros", "constant"}, {"fixed", "constant"}, {"fill", "constant"}, {"none", "constant"}, {"constant", "constant"},
});

constexpr auto kNames = std::to_array<Word>({
    {"pi", "write `3.141592653589793`, or name it: params: {pi_0: 3.141592653589793}"},
    {"PI", "write `3.141592653589793`, or name it: params: {pi_0: 3.141592653589793}"},
    {"M_PI", "write `3.141592653589793`, or name it: params: {pi_0: 3.141592653589793}"},
    {"e", "write `exp(1)`, which is computed when compiled"}, {"M_E", "write `exp(1)`, which is computed when compiled"},
    {"True", "write `1`"}, {"False", "write `0`"}, {"TRUE", "write `1`"}, {"FALSE", "write `0`"},
    {"inf", "there is no word for infinity: write a large number, such as `1e30`"}, {"INFINITY", "there is no word for infinity: write a large number, such as `1e30`"},
    {"nan", "there is no word for NaN: test for it with a != a"}, {"NaN", "there is no word for NaN: test for it with a != a"}, {"NAN", "there is no word for NaN: test for it with a != a"},
    {"i", "the cell's own coordinates are called x, y and z"}, {"j", "the cell's own coordinates are called x, y and z"}, {"k", "the cell's own coordinates are called x, y and z"},
    {"t", "the time step is called step"}, {"n", "the time step is called step, the extents nx, ny and nz"},
    {"dx", "a number is named under 'params'"}, {"dy", "a number is named under 'params'"}, {"dz", "a number is named under 'params'"}, {"dt", "a number is named under 'params'"},
});

/// Functions of C, Python and MATLAB; $0, $1, ... are the arguments.
constexpr auto kFunctions = std::to_array<Word>({
    {"fabs", "abs($0)"}, {"fabsf", "abs($0)"}, {"absf", "abs($0)"}, {"absolute", "abs($0)"},
    {"fmin", "min($0, $1)"}, {"fminf", "min($0, $1)"}, {"minimum", "min($0, $1)"}, {"fmax", "max($0, $1)"}, {"fmaxf", "max($0, $1)"}, {"maximum", "max($0, $1)"},
    {"sqrtf", "sqrt($0)"}, {"expf", "exp($0)"}, {"logf", "log($0)"}, {"ln", "log($0)"}, {"sinf", "sin($0)"}, {"cosf", "cos($0)"}, {"tanhf", "tanh($0)"},
    {"powf", "pow($0, $1)"}, {"power", "pow($0, $1)"}, {"fmaf", "fma($0, $1, $2)"}, {"mad", "fma($0, $1, $2)"},
    {"tan", "sin($0)/cos($0)"}, {"square", "($0)*($0)"}, {"sqr", "($0)*($0)"}, {"cube", "($0)*($0)*($0)"}, {"exp2", "pow(2, $0)"}, {"reciprocal", "1/($0)"}, {"rsqrt", "1/sqrt($0)"},
    {"log2", "log($0)*1.4426950408889634"}, {"log10", "log($0)*0.4342944819032518"},
    {"sinh", "(exp($0) - exp(-($0)))/2"}, {"cosh", "(exp($0) + exp(-($0)))/2"},
    {"clamp", "min(max($0, $1), $2)"}, {"clip", "min(max($0, $1), $2)"}, {"saturate", "min(max($0, 0), 1)"}, {"lerp", "($0) + ($2)*(($1) - ($0))"}, {"mix", "($0) + ($2)*(($1) - ($0))"},
    {"trunc", "float32(int32($0))"}, {"sign", "($0) > 0 ? 1 : ($0) < 0 ? -1 : 0"}, {"heaviside", "($0) > 0 ? 1 : 0"},
    {"floor", "float32(int32($0)) - (float32(int32($0)) > ($0) ? 1 : 0)"}, {"ceil", "float32(int32($0)) + (float32(int32($0)) < ($0) ? 1 : 0)"},
    {"where", "$0 ? $1 : $2"}, {"select", "$0 ? $1 : $2"}, {"ifelse", "$0 ? $1 : $2"}, {"if", "$0 ? $1 : $2"}, {"iif", "$0 ? $1 : $2"}, {"merge", "$2 ? $0 : $1"},
    {"fmod", "($0) - ($1)*float32(int32(($0)/($1)))"}, {"mod", "($0) % ($1)"}, {"isnan", "($0) != ($0)"},
});

struct Reduction {
  std::string_view theirs, name, ours;
};
constexpr auto kReductions = std::to_array<Reduction>({
    {"min", "smallest", "min"}, {"max", "largest", "max"}, {"amin", "smallest", "min"}, {"amax", "largest", "max"}, {"sum", "total", "sum"},
    {"total", "total_0", "sum"}, {"mean", "total", "sum"}, {"average", "total", "sum"}, {"reduce", "total", "sum"}, {"norm", "squares", "sum_squares"}, {"norm2", "squares", "sum_squares"},
    {"maxval", "largest", "max"}, {"minval", "smallest", "min"},
});

// ---------------------------------------------------------------- texts of tokens

std::string_view range(const std::string& text, const std::vector<Token>& tokens, std::size_t first, std::size_t end) {
  if (first >= end) return "";
  return std::string_view(text).substr(tokens[first].begin, tokens[end - 1].end - tokens[first].begin);
}

bool opens(const Token& t) { return t.kind == Token::Kind::kSymbol && (t.text == "(" || t.text == "["); }
bool closes(const Token& t) { return t.kind == Token::Kind::kSymbol && (t.text == ")" || t.text == "]"); }
bool is_end(const Token& t) { return t.kind == Token::Kind::kEnd; }

/// Behind the bracket that closes the one at `open`; the end of the tokens where none does.
std::size_t behind(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size() && !is_end(tokens[i]); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i + 1;
  }
  return tokens.size() - 1;
}

/// First token of the value that ends before `end`: a name or number, or what stands in brackets with the name before it.
std::size_t value_before(const std::vector<Token>& tokens, std::size_t end) {
  std::size_t i = end;
  while (i > 0 && closes(tokens[i - 1])) {
    int depth = 0;
    while (i > 0) {
      --i;
      if (closes(tokens[i])) ++depth;
      if (opens(tokens[i]) && --depth == 0) break;
    }
    if (i == 0 || (tokens[i - 1].kind != Token::Kind::kName && !closes(tokens[i - 1]))) return i;
  }
  return i > 0 ? i - 1 : 0;
}

/// Behind the value that begins at `first`, its sign included.
std::size_t value_after(const std::vector<Token>& tokens, std::size_t first) {
  std::size_t i = first;
  while (tokens[i].kind == Token::Kind::kSymbol && (tokens[i].text == "-" || tokens[i].text == "+")) ++i;
  if (opens(tokens[i])) return behind(tokens, i);
  if (!is_end(tokens[i])) ++i;
  while (opens(tokens[i])) i = behind(tokens, i);
  return i;
}

/// The part of an expression around `at` that no bracket or comma cuts: [first, end).
std::pair<std::size_t, std::size_t> part_around(const std::vector<Token>& tokens, std::size_t at) {
  const auto cuts = [](const Token& t) { return t.kind == Token::Kind::kSymbol && (t.text == "," || t.text == ";"); };
  std::size_t first = at, end = at;
  for (int depth = 0; first > 0; --first) {
    const Token& t = tokens[first - 1];
    if (closes(t)) ++depth;
    if (depth == 0 && (opens(t) || cuts(t))) break;
    if (opens(t)) --depth;
  }
  for (int depth = 0; !is_end(tokens[end]); ++end) {
    if (opens(tokens[end])) ++depth;
    if (depth == 0 && (closes(tokens[end]) || cuts(tokens[end]))) break;
    if (closes(tokens[end])) --depth;
  }
  return {first, end};
}

/// The texts between the commas of a bracket that opens at `open`.
std::vector<std::string> arguments(const std::string& text, const std::vector<Token>& tokens, std::size_t open) {
  std::vector<std::string> out;
  const std::size_t end = behind(tokens, open);
  std::size_t first = open + 1;
  int depth = 0;
  for (std::size_t i = open + 1; i < end; ++i) {
    const bool last = i + 1 == end;
    if (opens(tokens[i])) ++depth;
    if (!last && closes(tokens[i])) --depth;
    if (!last && !(depth == 0 && tokens[i].text == ",")) continue;
    if (i > first) out.emplace_back(range(text, tokens, first, i));
    first = i + 1;
  }
  return out;
}

/// Whether one pair of parentheses holds the whole text.
bool is_bracketed(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0) return i > 0 && i + 1 == text.size();
  }
  return false;
}

// ---------------------------------------------------------------- reads

struct Index {
  std::string variable;  ///< "" for a number alone
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
  const bool whole = number.size() > first && number.size() < first + 6 && number.find_first_not_of("0123456789", first) == std::string::npos;
  if (!whole || (!out.variable.empty() && text[i] != '+' && text[i] != '-')) return std::nullopt;
  out.offset = std::stol(number);
  return out;
}

/// u[-1,0] of u and {"i-1", "j"}, unless an index is something else. Indices called x, y and z are put in that order.
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
  return {fmt::format("a read has offsets from the cell itself, x first: write `{}`", *text)};
}

// ---------------------------------------------------------------- syntax

Notes power_note(const std::string& base, const std::string& exponent) {
  if (exponent == "2") return {fmt::format("there is no power operator: write `{0}*{0}`", base)};
  if (exponent == "3") return {fmt::format("there is no power operator: write `{0}*{0}*{0}`", base)};
  return {fmt::format("there is no power operator: write `pow({}, {})`, or a product", base, exponent)};
}

/// `a if c else b`, from the `if`.
Notes conditional_note(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const auto [first, end] = part_around(tokens, at);
  std::size_t otherwise = at;
  while (otherwise < end && tokens[otherwise].text != "else") ++otherwise;
  if (otherwise >= end || first == at) return {"a choice is written condition ? then : else, in quotes"};
  return {fmt::format("write `{} ? {} : {}`, in quotes", range(text, tokens, at + 1, otherwise), range(text, tokens, first, at), range(text, tokens, otherwise + 1, end))};
}

/// `not c`, from the word.
Notes negation_note(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  std::size_t end = part_around(tokens, at).second;
  int depth = 0;
  for (std::size_t i = at + 1; i < end; ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i])) --depth;
    const std::string& word = tokens[i].text;
    if (depth == 0 && (word == "and" || word == "or" || word == "&&" || word == "||" || word == "?")) end = i;
  }
  const bool bracketed = tokens[at + 1].text == "(" && behind(tokens, at + 1) == end;
  return {fmt::format("write `!{1}{0}{2}`", range(text, tokens, at + 1, end), bracketed ? "" : "(", bracketed ? "" : ")")};
}

}  // namespace

Notes hint_for_key(const std::string& key) { return find_note(kKeyHints, lower(key)); }

Notes hint_for_type(const std::string& word) {
  const Notes ours = find_note(kTypes, lower(word));
  if (ours.empty()) return {};
  return {fmt::format("write `{}`", ours[0])};
}

Notes hint_for_rule(const std::string& word, RuleForm form) {
  const auto constant = [&](const std::string& value) {
    return Notes{form == RuleForm::kKey ? fmt::format("write `{{constant: {}}}`", value) : fmt::format("write `constant({})`", value)};
  };
  double number = 0;
  if (parse_number(word, number)) return constant(word);
  const Notes ours = find_note(kRules, lower(word));
  if (ours.empty()) return {};
  if (ours[0] == "constant") return constant("0");
  Notes notes{fmt::format("write `{}`", ours[0])};
  if (lower(word) == "neumann") notes[0] += ", whose slope across the border is 0, or symmetric where the border lies between cells";
  return notes;
}

Notes hint_for_border(const std::string& word) {
  if (!boundary_word(word) && find_note(kRules, lower(word)).empty()) return {};
  return {"that is a boundary rule: it belongs to a field, fields.NAME.boundary; 'border' is about the cells of a line"};
}

Notes hint_for_name(const std::string& name) { return find_note(kNames, name); }

Notes hint_for_number(const std::string& text) {
  std::string number;
  for (const char c : text) {
    if (c != '_') number += c;
  }
  const bool hexadecimal = number.starts_with("0x") || number.starts_with("0X");
  while (!number.empty() && std::string_view(hexadecimal ? "uUlLzZ" : "fFlLdDuUhH").find(number.back()) != std::string_view::npos) number.pop_back();
  double value = 0;
  if (hexadecimal || number == text || !parse_number(number, value)) return {};
  return {fmt::format("write `{}`: a number takes the type of what it meets", number)};
}

Notes hint_for_call(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const std::string& name = tokens[at].text;
  const std::vector<std::string> args = arguments(text, tokens, at + 1);
  if (name == "not" || name == "NOT") return negation_note(text, tokens, at);
  if (args.size() == 1) {
    for (const Reduction& r : kReductions) {
      if (r.theirs == name) return {fmt::format("over all cells it is a monitor, computed after every pass: `monitor: {{{}: {{of: {}, reduce: {}}}}}`", r.name, args[0], r.ours)};
    }
    const Notes type = find_note(kTypes, lower(name));
    if (!type.empty()) return {fmt::format("write `{}({})`", type[0], args[0])};
  }
  Notes ours = find_note(kFunctions, name);
  if (!ours.empty()) {
    std::string& pattern = ours[0];
    for (std::size_t dollar = 0; (dollar = pattern.find('$', dollar)) != std::string::npos;) {
      const auto index = static_cast<std::size_t>(pattern[dollar + 1] - '0');
      if (index >= args.size()) return {};
      // A name or a number needs no brackets.
      const bool simple = args[index].find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == std::string::npos;
      const bool bracketed = simple && dollar > 0 && pattern[dollar - 1] == '(' && pattern.substr(dollar + 2, 1) == ")" &&
                             (dollar < 2 || std::isalnum(static_cast<unsigned char>(pattern[dollar - 2])) == 0);
      pattern.replace(bracketed ? dollar - 1 : dollar, bracketed ? 4 : 2, args[index]);
    }
    const bool choice = pattern.find("? ") != std::string::npos;
    return {fmt::format("write `{}`{}", pattern, choice ? ", in quotes" : "")};
  }
  return {};
}

Notes hint_for_read(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  return read_notes(tokens[at].text, arguments(text, tokens, at + 1));
}

Notes hint_for_syntax(const std::string& text, const std::vector<Token>& tokens, std::size_t at) {
  const Token& t = tokens[at];
  const std::string before = at > 0 ? tokens[at - 1].text : "";
  if (t.text == "*" && before == "*" && at > 1) {
    const std::size_t base = value_before(tokens, at - 1), end = value_after(tokens, at + 1);
    return power_note(std::string(range(text, tokens, base, at - 1)), std::string(range(text, tokens, at + 1, end)));
  }
  if (t.text == "[" && before == "]") {
    std::size_t first = value_before(tokens, at);
    const std::string name = tokens[first].text;
    std::vector<std::string> all;
    while (tokens[++first].text == "[") {
      for (std::string& index : arguments(text, tokens, first)) all.push_back(std::move(index));
      first = behind(tokens, first) - 1;
    }
    Notes notes = read_notes(name, all);
    if (notes.empty()) notes = {"a read has one pair of brackets with an offset for each axis, x first: u[-1,0]"};
    return notes;
  }
  if (t.text == ":") return {"there are no ranges: a line is computed for every cell, and u[-1,0] reads the cell to the left", "a choice, c ? a : b, has its ':' behind the '?'"};
  if (t.kind == Token::Kind::kNumber && before == ";") return hint_for_rule(t.text, RuleForm::kBrackets);
  for (const std::size_t i : {at, at > 0 ? at - 1 : at}) {
    const std::string& word = tokens[i].text;
    if (tokens[i].kind != Token::Kind::kName) continue;
    if (word == "if") return conditional_note(text, tokens, i);
    if (word == "and" || word == "AND") return {"write `&&`"};
    if (word == "or" || word == "OR") return {"write `||`"};
    if (word == "xor") return {"write `!=`"};
    if (word == "mod") return {"write `%`, which takes integers"};
    if (word == "not" || word == "NOT") return negation_note(text, tokens, i);
  }
  return {};
}

Notes hint_for_indices(const Ast& ast, const AstNode& node) {
  for (const AstNode& read : ast.nodes) {
    if (read.kind != AstNode::Kind::kTap || node.begin <= read.begin || node.end >= read.end) continue;
    std::vector<std::string> written;
    const auto constants = std::count_if(read.rules.begin(), read.rules.end(), [](const RuleOverride& r) { return r.constant >= 0; });
    for (std::size_t i = 0; i + static_cast<std::size_t>(constants) < read.args.size(); ++i) written.push_back(ast.text_of(read.args[i]));
    return read_notes(read.name, written);
  }
  return {};
}

Notes hint_for_power(const Ast& ast, const AstNode& node) {
  YamlValue scalar;
  scalar.kind = YamlValue::Kind::kScalar;
  scalar.text = ast.text;
  Diagnostics ignored;
  const auto tokens = tokenize(scalar, ignored);
  const std::size_t left = ast.nodes[static_cast<std::size_t>(node.args[0])].end;
  for (std::size_t i = 0; tokens && i < tokens->size(); ++i) {
    if ((*tokens)[i].begin < left || (*tokens)[i].text != "^") continue;
    const std::string_view base = range(ast.text, *tokens, value_before(*tokens, i), i), exponent = range(ast.text, *tokens, i + 1, value_after(*tokens, i + 1));
    return power_note(std::string(base), std::string(exponent));
  }
  return {};
}

std::string cast_text(const Ast& ast, const std::vector<Typed>& types, int root, const spec::Type& type) {
  const auto node = [&](int id) -> const AstNode& { return ast.nodes[static_cast<std::size_t>(id)]; };
  const auto typed = [&](int id) -> const Typed& { return types[static_cast<std::size_t>(id)]; };
  bool fraction = false;
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::vector<int> rest{root};
  while (!rest.empty()) {
    const int id = rest.back();
    rest.pop_back();
    const AstNode& n = node(id);
    if (typed(id).exact()) {
      fraction = fraction || !is_integer(typed(id).value);
      continue;
    }
    const bool arithmetic = n.kind == AstNode::Kind::kOperation && takes(operation_of(n.op).operands, type) &&
                            (operation_of(n.op).typing == Typing::kCommon || operation_of(n.op).typing == Typing::kSelect);
    if (!arithmetic) {
      if (!typed(id).typed() || !holds(type, typed(id).type)) parts.emplace_back(n.begin, n.end);
      continue;
    }
    const std::size_t first = n.op == spec::Op::kSelect ? 1 : 0;
    for (std::size_t i = first; i < n.args.size(); ++i) rest.push_back(n.args[i]);
  }
  const AstNode& whole = node(root);
  const auto cast = [&](const std::string& inner) { return type.name() + (is_bracketed(inner) ? inner : "(" + inner + ")"); };
  if (!fraction || !type.is_float()) return cast(ast.text_of(root));
  std::sort(parts.begin(), parts.end());
  std::string out;
  std::size_t at = whole.begin;
  for (const auto& [begin, end] : parts) {
    out += ast.text.substr(at, begin - at) + cast(ast.text.substr(begin, end - begin));
    at = end;
  }
  return out + ast.text.substr(at, whole.end - at);
}

}  // namespace rtlgen::frontend

// Finds parts of an expression by brackets and commas, before it is parsed.
#include "frontend/expr/token_text.hpp"

#include <algorithm>
#include <array>

namespace rtlgen::frontend {

std::string_view range(const std::string& text, const std::vector<Token>& tokens, std::size_t first, std::size_t end) {
  if (first >= end) return "";
  return std::string_view(text).substr(tokens[first].begin, tokens[end - 1].end - tokens[first].begin);
}

bool opens(const Token& t) { return t.kind == Token::Kind::kSymbol && (t.text == "(" || t.text == "["); }
bool closes(const Token& t) { return t.kind == Token::Kind::kSymbol && (t.text == ")" || t.text == "]"); }

namespace {

bool is_end(const Token& t) { return t.kind == Token::Kind::kEnd; }

/// The start of the type that ends with the `>` before `end`, as in uint<4>(n); `end`: that is not a type.
std::size_t type_before(const std::vector<Token>& tokens, std::size_t end) {
  static constexpr std::array<std::string_view, 5> kFamilies = {"int", "uint", "fixed", "ufixed", "float"};
  if (end == 0 || tokens[end - 1].text != ">") return end;
  std::size_t i = end - 1;
  while (i > 0 && (tokens[i - 1].kind == Token::Kind::kNumber || tokens[i - 1].text == ",")) --i;
  const bool found = i > 1 && tokens[i - 1].text == "<" &&
                     std::find(kFamilies.begin(), kFamilies.end(), tokens[i - 2].text) != kFamilies.end();
  return found ? i - 2 : end;
}

/// How tightly the operators of a text bind, the loosest first.
enum class Strength { kLoose, kProduct, kValue };

Strength strength_of(const std::string& text) {
  Strength out = Strength::kValue;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth > 0) continue;
    if (c == '*' || c == '/')
      out = std::min(out, Strength::kProduct);
    else if (std::string_view("+-%?:<>=!&|^~").find(c) != std::string_view::npos)
      return Strength::kLoose;
  }
  return out;
}

/// Whether an operator leaves a product next to it intact.
bool leaves_products(const Token& t) {
  static constexpr std::array<std::string_view, 12> kAll = {
      "+", "-", "<", "<=", ">", ">=", "==", "!=", "?", ":", "&&", "||"};
  return std::find(kAll.begin(), kAll.end(), t.text) != kAll.end();
}

}  // namespace

std::size_t behind(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size() && !is_end(tokens[i]); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i + 1;
  }
  return tokens.size() - 1;
}

std::size_t value_before(const std::vector<Token>& tokens, std::size_t end) {
  std::size_t i = end;
  while (i > 0 && closes(tokens[i - 1])) {
    int depth = 0;
    while (i > 0) {
      --i;
      if (closes(tokens[i])) ++depth;
      if (opens(tokens[i]) && --depth == 0) break;
    }
    if (const std::size_t type = type_before(tokens, i); type < i) return type;
    if (i == 0 || (tokens[i - 1].kind != Token::Kind::kName && !closes(tokens[i - 1]))) return i;
  }
  return i > 0 ? i - 1 : 0;
}

std::size_t value_after(const std::vector<Token>& tokens, std::size_t first) {
  std::size_t i = first;
  while (tokens[i].kind == Token::Kind::kSymbol && (tokens[i].text == "-" || tokens[i].text == "+")) ++i;
  if (opens(tokens[i])) return behind(tokens, i);
  if (!is_end(tokens[i])) ++i;
  while (opens(tokens[i])) i = behind(tokens, i);
  return i;
}

std::pair<std::size_t, std::size_t> part_at(const std::vector<Token>& tokens, std::size_t at) {
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

bool is_bracketed(const std::string& text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (depth == 0) return i > 0 && i + 1 == text.size();
  }
  return false;
}

std::string fitted(const std::string& out, const std::vector<Token>& tokens, std::size_t first, std::size_t end) {
  const auto parts = [](const Token& t) {
    return is_end(t) || opens(t) || closes(t) || t.text == "," || t.text == ";";
  };
  const auto fits = [&](const Token& t) {
    return parts(t) || (strength_of(out) == Strength::kProduct && leaves_products(t));
  };
  // A sign is not a subtraction: it binds tighter than a product.
  const bool sign = first > 0 && (tokens[first - 1].text == "-" || tokens[first - 1].text == "+") &&
                    (first == 1 || (tokens[first - 2].kind == Token::Kind::kSymbol && !closes(tokens[first - 2])));
  const bool whole = (first == 0 || (!sign && fits(tokens[first - 1]))) && fits(tokens[end]);
  return whole || strength_of(out) == Strength::kValue ? out : "(" + out + ")";
}

}  // namespace rtlgen::frontend

// Walks a document with the table of keys, and its expressions token by token.
#include "lsp/outline.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "frontend/expr/lexer.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::lsp {

using frontend::KeyKind;
using frontend::KeySpec;
using frontend::Token;
using frontend::YamlValue;

namespace {

/// Names in scope at one place, the innermost last.
using Names = std::vector<std::pair<std::string, std::size_t>>;

SourceLocation part_of(const SourceLocation& key, std::size_t begin, std::size_t length) {
  SourceLocation out = key;
  out.column += static_cast<int>(begin);
  out.length = static_cast<int>(length);
  return out;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_byte(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

/// Positions of the names in a key such as `minmod(a, b)`.
std::vector<std::pair<std::size_t, std::size_t>> names_in(const std::string& key) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (!is_letter(key[i])) continue;
    std::size_t end = i;
    while (end < key.size() && is_name_byte(key[end])) ++end;
    out.emplace_back(i, end - i);
    i = end;
  }
  return out;
}

class Walker {
 public:
  Outline run(const YamlValue& document) {
    if (!document.is_map()) return std::move(out_);
    declare_all(document);
    map(document, "");
    return std::move(out_);
  }

 private:
  std::size_t declare(SymbolKind kind, const std::string& name, const SourceLocation& where, std::string text = "",
                      const std::string& owner = "") {
    out_.symbols.push_back({kind, name, owner, std::move(text), where, {}});
    const std::size_t id = out_.symbols.size() - 1;
    if (owner.empty() && kind != SymbolKind::kVariable) globals_.emplace(name, id);
    use(where, id);
    return id;
  }

  void use(const SourceLocation& where, std::size_t symbol) {
    if (where.line > 0) out_.uses.push_back({where, symbol});
  }

  static std::string text_of(const YamlValue& value) {
    if (value.is_scalar()) return value.text;
    const YamlValue* const inner = value.find("value");
    return inner != nullptr && inner->is_scalar() ? inner->text : "";
  }

  /// Declares the names that may be used before their line: all except temporaries.
  void declare_all(const YamlValue& document) {
    const std::pair<const char*, SymbolKind> kParts[] = {{"fields", SymbolKind::kField},
                                                         {"params", SymbolKind::kParam},
                                                         {"tables", SymbolKind::kTable},
                                                         {"monitor", SymbolKind::kMonitor}};
    for (const auto& [part, kind] : kParts) {
      const YamlValue* const names = document.find(part);
      if (names == nullptr || !names->is_map()) continue;
      for (std::size_t i = 0; i < names->keys.size(); ++i)
        declare(kind, names->keys[i], named(names->key_places[i], names->keys[i]), text_of(names->items[i]));
    }
    const YamlValue* const functions = document.find("functions");
    for (std::size_t i = 0; functions != nullptr && i < functions->keys.size(); ++i) {
      const std::string& key = functions->keys[i];
      const auto names = names_in(key);
      if (names.empty()) continue;
      const auto [begin, length] = names.front();
      declare(SymbolKind::kFunction, key.substr(begin, length), part_of(functions->key_places[i], begin, length), key);
    }
    if (const YamlValue* const update = document.find("update"); update != nullptr) declare_temporaries(*update);
  }

  static SourceLocation named(SourceLocation where, const std::string& name) {
    where.length = static_cast<int>(name.size());
    return where;
  }

  void declare_temporaries(const YamlValue& lines) {
    for (const YamlValue& item : lines.items) {
      if (const YamlValue* const inner = item.find("lines"); inner != nullptr && item.find("repeat") != nullptr) {
        declare_temporaries(*inner);
        continue;
      }
      if (!item.is_map() || item.keys.empty()) continue;
      const std::string name = item.keys[0].substr(0, item.keys[0].find('.'));
      if (globals_.contains(name)) continue;
      const YamlValue* const value = item.items[0].find("expr");
      out_.symbols.push_back({SymbolKind::kTemporary,
                              name,
                              "",
                              value != nullptr && value->is_scalar() ? value->text : "",
                              named(item.key_places[0], name),
                              {}});
      globals_.emplace(name, out_.symbols.size() - 1);
    }
  }

  void key(const SourceLocation& where, const std::string& path) {
    if (where.line > 0) out_.keys.push_back({where, path});
  }

  void map(const YamlValue& value, const std::string& path) {
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      const std::string full = path.empty() ? value.keys[i] : path + "." + value.keys[i];
      const KeySpec* const spec = frontend::find_key(full);
      if (spec == nullptr) continue;
      key(named(value.key_places[i], value.keys[i]), full);
      visit(value.items[i], *spec, full);
    }
  }

  void visit(const YamlValue& value, const KeySpec& spec, const std::string& path) {
    switch (spec.kind) {
      case KeyKind::kMap:
        return map(value, path);
      case KeyKind::kNamedMap:
        return named_map(value, path);
      case KeyKind::kFunctions:
        return functions(value);
      case KeyKind::kLines:
        return lines(value);
      case KeyKind::kEntries:
        for (const YamlValue& item : value.items) map(item, path + ".*");
        return;
      case KeyKind::kField:
        return field(value);
      case KeyKind::kBoundary:
        return constants_in(value);
      case KeyKind::kRegion:
      case KeyKind::kConstant:
      case KeyKind::kConstants:
      case KeyKind::kTable:
      case KeyKind::kExpression:
      case KeyKind::kExpressions:
        return expressions(value);
      default:
        return;
    }
  }

  /// A map whose keys are names chosen by the user; in `inputs` and `hardware.memory` they are fields.
  void named_map(const YamlValue& value, const std::string& path) {
    const bool are_fields = path == "inputs" || path == "hardware.memory";
    const KeySpec* const spec = frontend::find_key(path + ".*");
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      if (are_fields) use_name(value.keys[i], value.key_places[i]);
      if (spec == nullptr) continue;
      const Names before = locals_;
      if (const YamlValue* const each = value.items[i].find("each")) variable(*each, value.key_places[i]);
      visit(value.items[i], *spec, path + ".*");
      locals_ = before;
    }
  }

  void functions(const YamlValue& value) {
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      const std::string& signature = value.keys[i];
      const auto names = names_in(signature);
      if (names.empty()) continue;
      const std::string owner = signature.substr(names[0].first, names[0].second);
      for (std::size_t k = 1; k < names.size(); ++k) {
        const auto [begin, length] = names[k];
        const std::string name = signature.substr(begin, length);
        locals_.emplace_back(
            name, declare(SymbolKind::kArgument, name, part_of(value.key_places[i], begin, length), "", owner));
      }
      const YamlValue& body = value.items[i];
      const YamlValue* const let = body.find("let");
      for (std::size_t k = 0; let != nullptr && k < let->keys.size(); ++k) {
        expressions(let->items[k]);
        locals_.emplace_back(let->keys[k],
                             declare(SymbolKind::kLocal, let->keys[k], named(let->key_places[k], let->keys[k]),
                                     text_of(let->items[k]), owner));
      }
      if (const YamlValue* const result = body.find("value")) expressions(*result);
      locals_.clear();
    }
  }

  void lines(const YamlValue& value) {
    for (const YamlValue& item : value.items) {
      const YamlValue* const repeat = item.find("repeat");
      const YamlValue* const inner = item.find("lines");
      if (repeat != nullptr && inner != nullptr) {
        const Names before = locals_;
        expressions(*repeat, true);
        lines(*inner);
        locals_ = before;
        continue;
      }
      if (!item.is_map() || item.keys.empty()) continue;
      const std::string& target = item.keys[0];
      out_.lines.push_back({named(item.key_places[0], target), target});
      use_name(target, item.key_places[0]);
      const Names before = locals_;
      if (const YamlValue* const each = item.items[0].find("each")) variable(*each, item.key_places[0]);
      map(item.items[0], "update.*");
      locals_ = before;
    }
  }

  void field(const YamlValue& value) {
    if (value.is_scalar()) use_name(value.text, value.where);
  }

  void use_name(const std::string& text, const SourceLocation& where) {
    const std::string name = text.substr(0, text.find('.'));
    const auto found = globals_.find(name);
    if (found != globals_.end()) use(named(where, name), found->second);
  }

  void variable(const YamlValue& value, const SourceLocation& scope) {
    if (!value.is_scalar()) return;
    const std::size_t id = declare(SymbolKind::kVariable, value.text, named(value.where, value.text));
    out_.symbols[id].scope_begin = scope;
    locals_.emplace_back(value.text, id);
  }

  void constants_in(const YamlValue& value) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (value.is_map() && value.keys[i] == "constant")
        expressions(value.items[i]);
      else
        constants_in(value.items[i]);
    }
  }

  /// `keeps`: variables of the expression stay in scope after it, as for `repeat`.
  void expressions(const YamlValue& value, bool keeps = false) {
    if (value.is_scalar()) expression(value, keeps);
    for (const YamlValue& item : value.items) expressions(item, keeps);
  }

  void expression(const YamlValue& scalar, bool keeps) {
    Diagnostics unused;
    const auto tokens = frontend::tokenize(scalar, unused);
    if (!tokens) return;
    const Names before = locals_;
    std::vector<Names> at_brackets;  ///< names outside each open bracket
    int rules = -1;                  ///< the bracket whose semicolon precedes boundary rules
    for (std::size_t i = 0; i + 1 < tokens->size(); ++i) {
      const Token& t = (*tokens)[i];
      if (t.text == "(" || t.text == "[") {
        at_brackets.push_back(locals_);
      } else if ((t.text == ")" || t.text == "]") && !at_brackets.empty()) {
        if (static_cast<int>(at_brackets.size()) == rules) rules = -1;
        locals_ = std::move(at_brackets.back());
        at_brackets.pop_back();
      } else if (t.text == ";") {
        rules = static_cast<int>(at_brackets.size());
      } else if (t.kind == Token::Kind::kName && static_cast<int>(at_brackets.size()) != rules) {
        name(scalar, *tokens, i);
      }
    }
    if (!keeps) locals_ = before;
  }

  void name(const YamlValue& scalar, const std::vector<Token>& tokens, std::size_t i) {
    const Token& t = tokens[i];
    if (i > 0 && tokens[i - 1].text == ".") return;  // a component
    const SourceLocation where = scalar.locate(t.begin, t.end - t.begin);
    if (tokens[i + 1].text == "in" && tokens[i + 1].kind == Token::Kind::kName) {
      const std::size_t id = declare(SymbolKind::kVariable, t.text, where);
      out_.symbols[id].scope_begin = scalar.where;
      locals_.emplace_back(t.text, id);
      return;
    }
    for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
      if (local->first == t.text) return use(where, local->second);
    }
    const auto global = globals_.find(t.text);
    if (global != globals_.end()) use(where, global->second);
  }

  Outline out_;
  std::map<std::string, std::size_t> globals_;
  Names locals_;
};

}  // namespace

const char* word_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kField:
      return "field";
    case SymbolKind::kParam:
      return "parameter";
    case SymbolKind::kTable:
      return "table";
    case SymbolKind::kMonitor:
      return "monitor";
    case SymbolKind::kFunction:
      return "function";
    case SymbolKind::kTemporary:
      return "temporary";
    case SymbolKind::kArgument:
      return "argument";
    case SymbolKind::kLocal:
      return "local value";
    case SymbolKind::kVariable:
      return "variable";
  }
  return "";
}

const Symbol* Outline::find(const std::string& name) const {
  const auto found = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& s) {
    return s.name == name && s.owner.empty() && s.kind != SymbolKind::kVariable;
  });
  return found == symbols.end() ? nullptr : &*found;
}

Outline outline_of(const YamlValue& document) { return Walker().run(document); }

}  // namespace rtlgen::lsp

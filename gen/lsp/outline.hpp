// The names of a description: where each is declared and used, and the keys of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/source_location.hpp"

namespace rtlgen::frontend {
struct YamlValue;
}

namespace rtlgen::lsp {

enum class SymbolKind : std::uint8_t {
  kField,
  kParam,
  kTable,
  kMonitor,
  kFunction,
  kTemporary,
  kArgument,  ///< a function's argument
  kLocal,     ///< a name that `let` defines
  kVariable   ///< the variable of a fold, `repeat` or `each`
};

/// "field", "parameter", ...
const char* word_of(SymbolKind kind);

struct Symbol {
  SymbolKind kind = SymbolKind::kField;
  std::string name;
  std::string owner;           ///< the function that it belongs to; "": none
  std::string text;            ///< for a function its parameters, for others the value as written; may be empty
  SourceLocation where;        ///< location of its name in the declaration
  SourceLocation scope_begin;  ///< kVariable: the expression or group in which it is visible
};

/// An occurrence of a symbol's name, including its declaration.
struct Use {
  SourceLocation where;
  std::size_t symbol = 0;
};

struct KeyPlace {
  SourceLocation where;
  std::string path;  ///< as in the table of keys: "fields.*.boundary"
};

struct Line {
  SourceLocation where;
  std::string target;
};

struct Outline {
  std::vector<Symbol> symbols;
  std::vector<Use> uses;
  std::vector<KeyPlace> keys;
  std::vector<Line> lines;  ///< lines of `update`

  /// The symbol with that name and without an owner; null if none exists.
  [[nodiscard]] const Symbol* find(const std::string& name) const;
};

/// `document`: the result of frontend::understand.
Outline outline_of(const frontend::YamlValue& document);

}  // namespace rtlgen::lsp

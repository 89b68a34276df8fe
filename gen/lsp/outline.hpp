// The names of a description: where each is declared and used, and which keys the text has.
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
  kArgument,  ///< of a function
  kLocal,     ///< of `let`
  kVariable   ///< of a fold, `repeat` or `each`
};

/// "field", "parameter", ...
const char* word_of(SymbolKind kind);

struct Symbol {
  SymbolKind kind = SymbolKind::kField;
  std::string name;
  std::string owner;           ///< the function that has it; "": none
  std::string text;            ///< of a function its parameters, of others the value as written; may be empty
  SourceLocation where;        ///< of its name where it is declared
  SourceLocation scope_begin;  ///< kVariable: the expression or group that it belongs to
};

/// A place where a symbol's name stands, its declaration too.
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
  std::vector<Line> lines;  ///< of `update`

  /// The symbol of that name and no owner; null: none.
  [[nodiscard]] const Symbol* find(const std::string& name) const;
};

/// `document` as frontend::understand gives it.
Outline outline_of(const frontend::YamlValue& document);

}  // namespace rtlgen::lsp

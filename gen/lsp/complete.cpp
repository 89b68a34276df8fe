// Completes keys from the table of keys, names from the outline, and words from the tables of the language.
#include "lsp/complete.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/board/board_file.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/keys.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"
#include "hw/delay_model.hpp"
#include "lsp/cursor.hpp"
#include "lsp/describe.hpp"
#include "lsp/outline.hpp"
#include "support/counted.hpp"

namespace rtlgen::lsp {

using frontend::KeyKind;
using frontend::KeySpec;

namespace {

ItemKind item_kind(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kField:
      return ItemKind::kField;
    case SymbolKind::kFunction:
      return ItemKind::kFunction;
    case SymbolKind::kParam:
    case SymbolKind::kTable:
      return ItemKind::kConstant;
    default:
      return ItemKind::kVariable;
  }
}

class Completer {
 public:
  Completer(std::string_view text, std::size_t offset, const Outline& outline)
      : outline_(outline), cursor_(cursor_at(text, offset)), path_(table_path(cursor_.path)) {}

  std::vector<Item> run() {
    if (cursor_.in_comment || !path_.is_known) return {};
    const KeySpec* const spec = path_.path.empty() ? nullptr : frontend::find_key(path_.path);
    if (cursor_.is_key)
      keys(spec);
    else if (spec != nullptr)
      value(*spec);
    return std::move(items_);
  }

 private:
  void add(Item item) {
    if (seen_.insert(item.label).second) items_.push_back(std::move(item));
  }

  void words(const std::vector<std::string>& words, ItemKind kind, const char* detail) {
    for (const std::string& word : words) add({word, kind, detail, word_text(word)});
  }

  /// Keys of the table below `path` that the mapping lacks.
  void table_keys(const std::string& path) {
    for (const KeySpec& key : frontend::key_table()) {
      const std::size_t dot = key.path.rfind('.');
      const std::string_view parent = dot == std::string_view::npos ? "" : key.path.substr(0, dot);
      const std::string name(dot == std::string_view::npos ? key.path : key.path.substr(dot + 1));
      const auto& known = cursor_.siblings;
      if (parent != path || name == "*" || std::find(known.begin(), known.end(), name) != known.end()) continue;
      add({name, ItemKind::kProperty, key.required ? "required" : std::string(key.standard), key_text(key),
           name + ": "});
    }
  }

  void symbols(std::initializer_list<SymbolKind> kinds, const char* behind = "") {
    for (const Symbol& symbol : outline_.symbols) {
      if (std::find(kinds.begin(), kinds.end(), symbol.kind) == kinds.end()) continue;
      if (*behind != 0 &&
          std::find(cursor_.siblings.begin(), cursor_.siblings.end(), symbol.name) != cursor_.siblings.end())
        continue;
      const bool is_function = symbol.kind == SymbolKind::kFunction;
      add({symbol.name, item_kind(symbol.kind), word_of(symbol.kind), is_function ? "`" + symbol.text + "`" : "",
           behind[0] != 0 ? symbol.name + behind
           : is_function  ? symbol.name + "("
                          : ""});
    }
  }

  void keys(const KeySpec* spec) {
    if (spec == nullptr) return table_keys("");
    switch (spec->kind) {
      case KeyKind::kLines:
        symbols({SymbolKind::kField, SymbolKind::kTemporary}, ": ");
        if (path_.path == "update" || path_.path == "update.lines") {
          add({"repeat", ItemKind::kProperty, "repeated lines", key_text(frontend::key_row("update.repeat")),
               "repeat: "});
          add({"lines", ItemKind::kProperty, "lines of repeat", key_text(frontend::key_row("update.lines")), "lines:"});
        }
        return;
      case KeyKind::kNamedMap:
        if (path_.path == "inputs" || path_.path == "hardware.memory") symbols({SymbolKind::kField}, ": ");
        return;
      case KeyKind::kBoundary:
        for (const char* axis : {"x", "y", "z"}) add({axis, ItemKind::kProperty, "axis", "", std::string(axis) + ": "});
        add({"constant", ItemKind::kProperty, "boundary rule", word_text("constant"), "constant: "});
        return;
      case KeyKind::kRegion:
        for (const char* axis : {"x", "y", "z"}) add({axis, ItemKind::kProperty, "axis", "", std::string(axis) + ": "});
        return;
      default:
        return table_keys(path_.path);
    }
  }

  void value(const KeySpec& spec) {
    if (spec.path == "hardware.board") return boards();
    if (spec.path == "hardware.device") return words(hw::DelayModel::names(), ItemKind::kEnum, "device");
    switch (spec.kind) {
      case KeyKind::kMap:
        // A bare value belongs to the shorthand key.
        if (!spec.shorthand.empty()) value(frontend::key_spec(fmt::format("{}.{}", spec.path, spec.shorthand)));
        return;
      case KeyKind::kField:
        return symbols({SymbolKind::kField});
      case KeyKind::kBoolean:
        return words({"true", "false"}, ItemKind::kKeyword, "");
      case KeyKind::kAxes:
        return words({"x", "y", "z"}, ItemKind::kEnum, "axis");
      case KeyKind::kType:
        return types();
      case KeyKind::kBoundary:
        return words(frontend::boundary_words(), ItemKind::kEnum, "boundary rule");
      case KeyKind::kRegion:
        return words({"interior", "rest"}, ItemKind::kEnum, "region");
      case KeyKind::kBorder:
      case KeyKind::kChoice:
      case KeyKind::kWords:
        return words(frontend::choices_of(spec), ItemKind::kEnum, "");
      case KeyKind::kConstant:
      case KeyKind::kConstants:
      case KeyKind::kTable:
        symbols({SymbolKind::kParam});
        return language();
      case KeyKind::kExpression:
      case KeyKind::kExpressions:
        return expression();
      default:
        if (!spec.also.empty()) words({std::string(spec.also)}, ItemKind::kEnum, "");
    }
  }

  void boards() {
    for (const std::string& name : frontend::board_names()) add({name, ItemKind::kEnum, "board", board_text(name)});
  }

  void types() {
    for (const frontend::NamedType& type : frontend::named_types())
      add({std::string(type.word), ItemKind::kType, counted(type.type.width, "bit"), ""});
    for (const frontend::TypeFamily& family : frontend::type_families())
      add({family.pattern(), ItemKind::kType, family.range_text(), std::string(family.meaning),
           std::string(family.word) + "<"});
  }

  /// Whether the cursor is within the brackets of a read, after a semicolon.
  [[nodiscard]] bool in_rules() const {
    const std::size_t open = cursor_.value.rfind('[');
    const std::size_t semicolon = cursor_.value.rfind(';');
    return open != std::string::npos && semicolon != std::string::npos && semicolon > open &&
           cursor_.value.find(']', semicolon) == std::string::npos;
  }

  void expression() {
    if (in_rules()) {
      words(frontend::boundary_words(), ItemKind::kEnum, "boundary rule");
      for (const char* axis : {"x", "y", "z"}) add({axis, ItemKind::kProperty, "axis", "", std::string(axis) + "="});
      return;
    }
    symbols({SymbolKind::kField, SymbolKind::kTemporary, SymbolKind::kParam, SymbolKind::kTable, SymbolKind::kFunction,
             SymbolKind::kMonitor});
    // Within a function, its arguments and local values.
    const std::string owner = cursor_.path.size() > 1 && cursor_.path[0] == "functions"
                                  ? cursor_.path[1].substr(0, cursor_.path[1].find('('))
                                  : "";
    for (const Symbol& symbol : outline_.symbols) {
      if (symbol.owner.empty() || symbol.owner != owner) continue;
      add({symbol.name, ItemKind::kVariable, word_of(symbol.kind), ""});
    }
    language();
  }

  void language() {
    for (const std::string& name : frontend::function_names())
      add({name, ItemKind::kFunction, "function", word_text(name), name + "("});
    for (const std::string& name : frontend::fold_names())
      add({name, ItemKind::kFunction, "fold", word_text(name), name + "("});
    for (const frontend::BuiltinName& name : frontend::builtin_names())
      add({std::string(name.name), ItemKind::kConstant, "int32", std::string(name.meaning)});
    add({std::string(frontend::kPi), ItemKind::kConstant, "constant", ""});
    for (const frontend::NamedType& type : frontend::named_types())
      add({std::string(type.word), ItemKind::kType, "cast", "", std::string(type.word) + "("});
  }

  const Outline& outline_;
  Cursor cursor_;
  TablePath path_;
  std::vector<Item> items_;
  std::set<std::string> seen_;
};

}  // namespace

std::vector<Item> completions_at(std::string_view text, std::size_t offset, const Outline& outline) {
  return Completer(text, offset, outline).run();
}

}  // namespace rtlgen::lsp

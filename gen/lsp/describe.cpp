// Describes what is at a position: symbol and node, key, choice, word of the language, board.
#include "lsp/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"
#include "lsp/cursor.hpp"
#include "lsp/document.hpp"
#include "lsp/node_text.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::lsp {

namespace {

const Use* use_at(const Document& document, const Outline& outline, std::size_t offset) {
  const auto found = std::find_if(outline.uses.begin(), outline.uses.end(), [&](const Use& use) {
    return use.where.file == document.path() && document.text().span_of(use.where).touches(offset);
  });
  return found == outline.uses.end() ? nullptr : &*found;
}

std::string symbol_text(Document& document, const Symbol& symbol) {
  std::string out = fmt::format("**{}** `{}`", word_of(symbol.kind),
                                symbol.kind == SymbolKind::kFunction ? symbol.text : symbol.name);
  if (!symbol.owner.empty()) out += fmt::format(" of `{}`", symbol.owner);
  out += "\n";
  const bool is_value = symbol.kind == SymbolKind::kParam || symbol.kind == SymbolKind::kLocal;
  if (is_value && !symbol.text.empty()) out += fmt::format("- value: `{}`\n", symbol.text);
  const bool is_array = symbol.kind == SymbolKind::kField || symbol.kind == SymbolKind::kTemporary;
  const spec::Stencil* const stencil = document.stencil();
  if (!is_array || stencil == nullptr) return out;
  for (const spec::ArrayId id : stencil->arrays.ids()) {
    const spec::Array& array = stencil->arrays[id];
    if (array.vector.empty() ? array.name != symbol.name : array.vector != symbol.name) continue;
    return out + array_text(*stencil, id);
  }
  return out;
}

/// Describes the line with its target at `where`; "" if none exists.
std::string line_text(Document& document, const SourceLocation& where) {
  const auto& stencil = document.analysis().understood.stencil;
  if (!stencil) return "";
  for (const spec::Stage& stage : stencil->stages) {
    const bool is_here = stage.where.line == where.line && stage.where.column == where.column;
    if (is_here && stage.where.file == where.file) return "\n" + node_text(*stencil, stage.root);
  }
  return "";
}

/// The innermost node at `offset`, from the analysis of the present text.
const frontend::NodePlace* node_at(Document& document, std::size_t offset) {
  const Analysis& analysis = document.analysis();
  if (!analysis.understood.stencil) return nullptr;
  const frontend::NodePlace* best = nullptr;
  std::size_t shortest = 0;
  for (const frontend::NodePlace& place : analysis.understood.places) {
    if (place.where.file != document.path() || place.where.line <= 0) continue;
    const Span span = document.text().span_of(place.where);
    const std::size_t length = span.end - span.begin;
    if (!span.touches(offset) || (best != nullptr && length >= shortest)) continue;
    best = &place;
    shortest = length;
  }
  return best;
}

std::optional<Hover> key_hover(const Document& document, const Outline& outline, std::size_t offset) {
  for (const KeyPlace& key : outline.keys) {
    if (key.where.file != document.path()) continue;
    const Span span = document.text().span_of(key.where);
    const std::string_view name = std::string_view(key.path).substr(key.path.rfind('.') + 1);
    // A short form in the text represents a long form with keys that the text lacks.
    if (!span.touches(offset) || document.text().part(span) != name) continue;
    return Hover{key_text(frontend::key_spec(key.path)), span};
  }
  return std::nullopt;
}

/// Describes a value that is a word: a board or a choice.
std::string value_text(const Document& document, std::size_t offset, const std::string& word) {
  const Cursor cursor = cursor_at(document.text().bytes(), offset);
  const TablePath path = table_path(cursor.path);
  if (!path.is_known || cursor.is_key) return "";
  if (path.path == "hardware.board") return board_text(word);
  const frontend::KeySpec* const spec = frontend::find_key(path.path);
  if (spec == nullptr || spec->choices.empty()) return "";
  const auto choices = frontend::choices_of(*spec);
  return std::find(choices.begin(), choices.end(), word) == choices.end() ? "" : key_text(*spec);
}

}  // namespace

std::string key_text(const frontend::KeySpec& spec) {
  std::string out = fmt::format("**{}**: {}\n", spec.path, spec.meaning);
  if (spec.required) out += "- required\n";
  if (!spec.standard.empty() && !spec.required) out += fmt::format("- default: `{}`\n", spec.standard);
  const bool is_number = spec.kind == frontend::KeyKind::kInteger || spec.kind == frontend::KeyKind::kNumber;
  if (is_number && spec.most > spec.least && spec.most < 1e300)
    out += fmt::format("- range: {:.15g} to {:.15g}\n", spec.least, spec.most);
  if (!spec.choices.empty()) {
    std::string words;
    for (const std::string& word : frontend::choices_of(spec)) words += (words.empty() ? "`" : ", `") + word + "`";
    out += fmt::format("- one of {}\n", words);
  }
  return out;
}

std::string word_text(const std::string& word) {
  for (const spec::Operation& o : spec::operations()) {
    if (o.symbol != word) continue;
    const bool is_function = o.form == spec::Form::kFunction;
    return fmt::format("**{}** `{}`: {}\n- operands: {}\n", is_function ? "function" : "operator", word, o.meaning,
                       spec::words_for(o.operands));
  }
  if (const frontend::FoldWord* const fold = frontend::find_fold(word))
    return fmt::format("**fold** `{0}(k in 0..2: expression)`: {1}\n", word, fold->meaning);
  for (const frontend::BuiltinName& name : frontend::builtin_names()) {
    if (name.name == word) return fmt::format("`{}`, int32: {}\n", word, name.meaning);
  }
  for (const spec::RuleWord& rule : spec::rule_words()) {
    if (rule.word == word && !rule.meaning.empty())
      return fmt::format("**boundary rule** `{}`: {}\n", word, rule.meaning);
  }
  for (const frontend::BorderWord& border : frontend::border_table()) {
    if (border.word == word) return fmt::format("**border** `{}`: {}\n", word, border.meaning);
  }
  for (const frontend::ReductionWord& reduction : frontend::reduction_table()) {
    if (reduction.word == word) return fmt::format("**reduction** `{}`: {}\n", word, reduction.meaning);
  }
  if (word == frontend::kPi) return "`pi`: the constant, exact until it is converted to a type\n";
  if (const auto type = frontend::parse_type(word))
    return fmt::format("**type** `{}`: {} {}\n", word, type->width, type->width == 1 ? "bit" : "bits");
  return "";
}

std::string board_text(const std::string& name) {
  Diagnostics unused;
  const auto names = frontend::board_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return "";
  const auto board = frontend::load_board(name, unused);
  if (!board) return "";
  return fmt::format("**board** {}: part {}, family {}\n", safe::terminal(board->name),
                     safe::terminal(board->part.text), board->family);
}

std::optional<Hover> hover_at(Document& document, std::size_t offset) {
  if (document.kind() != TextKind::kStencil) return std::nullopt;
  const Outline& outline = document.outline();
  const bool is_current = document.analysis().understood.document.has_value();
  const Span word = document.text().word_at(offset);
  const std::string text(document.text().part(word));
  const Use* const use = is_current ? use_at(document, outline, offset) : nullptr;
  const frontend::NodePlace* const place = node_at(document, offset);
  std::string markdown;
  if (use != nullptr) markdown = symbol_text(document, outline.symbols[use->symbol]) + line_text(document, use->where);
  if (use == nullptr && is_current) {
    if (auto key = key_hover(document, outline, offset)) return key;
  }
  if (use == nullptr && place == nullptr && !text.empty()) markdown = value_text(document, word.end, text);
  if (markdown.empty() && !text.empty()) markdown = word_text(text);
  Span span = use != nullptr ? document.text().span_of(use->where) : word;
  if (place != nullptr) {
    markdown += (markdown.empty() ? "" : "\n") + node_text(*document.analysis().understood.stencil, place->node);
    if (use == nullptr) span = document.text().span_of(place->where);
  }
  if (markdown.empty() && !is_current && !text.empty()) {
    if (const Symbol* const symbol = outline.find(text)) markdown = symbol_text(document, *symbol);
  }
  if (markdown.empty()) return std::nullopt;
  return Hover{markdown, span};
}

}  // namespace rtlgen::lsp

// Requests about one text.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lsp/complete.hpp"
#include "lsp/describe.hpp"
#include "lsp/edits.hpp"
#include "lsp/protocol.hpp"
#include "lsp/server.hpp"

namespace rtlgen::lsp {

using nlohmann::json;

namespace {

std::size_t offset_in(const Document& document, const json& params) {
  return document.text().offset_of(position_in(params.at("position")));
}

json markdown(const std::string& text) { return {{"kind", "markdown"}, {"value", text}}; }

/// Kinds of symbols, as the protocol numbers them.
enum class Kind : int {
  kModule = 2,
  kProperty = 7,
  kField = 8,
  kFunction = 12,
  kVariable = 13,
  kConstant = 14,
  kArray = 18
};

Kind kind_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kField:
      return Kind::kField;
    case SymbolKind::kFunction:
      return Kind::kFunction;
    case SymbolKind::kParam:
      return Kind::kConstant;
    case SymbolKind::kTable:
      return Kind::kArray;
    default:
      return Kind::kVariable;
  }
}

/// The names of the text; if the line being edited makes it invalid, the names of the other lines.
Outline outline_near(Document& document, std::size_t offset) {
  if (document.kind() != TextKind::kStencil || document.analysis().understood.document) return document.outline();
  std::string rest = document.text().bytes();
  const std::size_t before = offset == 0 ? std::string::npos : rest.rfind('\n', offset - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  rest.erase(begin, std::min(rest.find('\n', offset), rest.size()) - begin);
  Analysis without = analyse(rest, document.path(), TextKind::kStencil);
  return without.understood.document ? std::move(without.outline) : document.outline();
}

json symbol_json(const Document& document, const std::string& name, Kind kind, const SourceLocation& where,
                 const std::string& detail) {
  const json range = json_of(document.text().range_of(document.text().span_of(where)));
  return {{"name", name.empty() ? "?" : name},
          {"kind", static_cast<int>(kind)},
          {"detail", detail},
          {"range", range},
          {"selectionRange", range}};
}

}  // namespace

json Server::hover(const json& params) {
  Document& document = document_of(params);
  const auto found = hover_at(document, offset_in(document, params));
  if (!found) return nullptr;
  return {{"contents", markdown(found->markdown)}, {"range", json_of(document.text().range_of(found->span))}};
}

json Server::completion(const json& params) {
  Document& document = document_of(params);
  const std::size_t offset = offset_in(document, params);
  json items = json::array();
  const bool is_other = document.kind() == TextKind::kOther && !may_become_stencil(document.text().bytes());
  if (document.kind() == TextKind::kBoard || is_other) return items;
  const Outline outline = outline_near(document, offset);
  const Span word = document.text().word_at(offset);
  const json range = json_of(document.text().range_of({word.begin, offset}));
  for (const Item& item : completions_at(document.text().bytes(), offset, outline)) {
    json entry = {{"label", item.label},
                  {"kind", static_cast<int>(item.kind)},
                  {"textEdit", {{"range", range}, {"newText", item.insert.empty() ? item.label : item.insert}}}};
    if (!item.detail.empty()) entry["detail"] = item.detail;
    if (!item.documentation.empty()) entry["documentation"] = markdown(item.documentation);
    items.push_back(std::move(entry));
  }
  return items;
}

json Server::definition(const json& params) {
  Document& document = document_of(params);
  const std::size_t offset = offset_in(document, params);
  const Outline& outline = document.outline();
  if (!document.analysis().understood.document) return nullptr;
  for (const Use& use : outline.uses) {
    if (use.where.file != document.path() || !document.text().span_of(use.where).touches(offset)) continue;
    const SourceLocation& where = outline.symbols[use.symbol].where;
    if (where.file == document.path()) {
      return {{"uri", params.at("textDocument").at("uri")},
              {"range", json_of(document.text().range_of(document.text().span_of(where)))}};
    }
    // In an included file. Names are ASCII, so columns in bytes equal UTF-16 units.
    const Position start{std::max(where.line - 1, 0), std::max(where.column - 1, 0)};
    return {{"uri", uri_of_path(where.file)},
            {"range", json_of(Range{start, {start.line, start.character + where.length}})}};
  }
  return nullptr;
}

json Server::references(const json& params) {
  Document& document = document_of(params);
  const auto places = places_of(document, offset_in(document, params));
  const json context = params.value("context", json::object());
  const bool with_declaration = context.value("includeDeclaration", true);
  json out = json::array();
  for (std::size_t i = with_declaration ? 0 : 1; i < places.size(); ++i) {
    out.push_back(
        {{"uri", params.at("textDocument").at("uri")}, {"range", json_of(document.text().range_of(places[i]))}});
  }
  return out;
}

json Server::highlights(const json& params) {
  Document& document = document_of(params);
  json out = json::array();
  for (const Span& span : places_of(document, offset_in(document, params)))
    out.push_back({{"range", json_of(document.text().range_of(span))}});
  return out;
}

json Server::prepare_rename(const json& params) {
  Document& document = document_of(params);
  const auto span = name_at(document, offset_in(document, params));
  if (!span) return nullptr;
  return {{"range", json_of(document.text().range_of(*span))},
          {"placeholder", std::string(document.text().part(*span))}};
}

json Server::rename(const json& params) {
  Document& document = document_of(params);
  const Renamed renamed = rename_at(document, offset_in(document, params), params.at("newName").get<std::string>());
  if (!renamed.refusal.empty()) throw RequestError(ErrorCode::kRequestFailed, renamed.refusal);
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  return {{"changes", {{uri, json_of(document.text(), renamed.edits)}}}};
}

json Server::symbols(const json& params) {
  Document& document = document_of(params);
  json out = json::array();
  if (document.kind() != TextKind::kStencil || !document.analysis().understood.document) return out;
  const Outline& outline = document.outline();
  for (const Symbol& symbol : outline.symbols) {
    const bool is_top =
        symbol.owner.empty() && symbol.kind != SymbolKind::kVariable && symbol.kind != SymbolKind::kTemporary;
    if (!is_top || symbol.where.file != document.path()) continue;
    out.push_back(symbol_json(document, symbol.name, kind_of(symbol.kind), symbol.where, word_of(symbol.kind)));
  }
  for (const Line& line : outline.lines) {
    if (line.where.file == document.path())
      out.push_back(symbol_json(document, line.target, Kind::kVariable, line.where, "line of update"));
  }
  for (const KeyPlace& key : outline.keys) {
    if (key.path == "hardware" && key.where.file == document.path())
      out.push_back(symbol_json(document, "hardware", Kind::kModule, key.where, ""));
  }
  return out;
}

json Server::code_actions(const json& params) {
  Document& document = document_of(params);
  json out = json::array();
  const json context = params.value("context", json::object());
  if (context.contains("only")) {
    const auto& only = context.at("only");
    if (std::none_of(only.begin(), only.end(), [](const json& kind) { return kind == "quickfix" || kind == ""; }))
      return out;
  }
  const Span wanted = document.text().span_of(range_in(params.at("range")));
  const auto uri = params.at("textDocument").at("uri").get<std::string>();
  const std::vector<Diagnostic> all = document.analysis().diagnostics.all();
  for (const Diagnostic& diagnostic : all) {
    const Span place = place_of(document, diagnostic);
    if (place.end < wanted.begin || place.begin > wanted.end) continue;
    bool is_first = true;
    for (const QuickFix& fix : fixes_of(document, diagnostic)) {
      out.push_back({{"title", fix.title},
                     {"kind", "quickfix"},
                     {"diagnostics", {json_of(document, diagnostic)}},
                     {"isPreferred", is_first},
                     {"edit", {{"changes", {{uri, json_of(document.text(), fix.edits)}}}}}});
      is_first = false;
    }
  }
  return out;
}

}  // namespace rtlgen::lsp

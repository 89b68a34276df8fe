// Conversions to and from the JSON of the protocol.
#include "lsp/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lsp/document.hpp"

namespace rtlgen::lsp {

using nlohmann::json;

namespace {

json json_of(const Position& position) { return {{"line", position.line}, {"character", position.character}}; }

}  // namespace

json json_of(const Range& range) { return {{"start", json_of(range.start)}, {"end", json_of(range.end)}}; }

Position position_in(const json& value) { return {value.at("line").get<int>(), value.at("character").get<int>()}; }

Range range_in(const json& value) { return {position_in(value.at("start")), position_in(value.at("end"))}; }

Span place_of(const Document& document, const Diagnostic& diagnostic) {
  if (diagnostic.where.file == document.path()) return document.text().span_of(diagnostic.where);
  // A fault in an included file is shown at the line that includes it.
  const std::string& bytes = document.text().bytes();
  const std::size_t at = bytes.starts_with("include:") ? 0 : bytes.find("\ninclude:");
  if (at == std::string::npos) return document.text().span_of(SourceLocation{});
  const std::size_t begin = bytes[at] == '\n' ? at + 1 : at;
  return {begin, std::min(bytes.find('\n', begin), bytes.size())};
}

json json_of(const Document& document, const Diagnostic& diagnostic) {
  std::string message;
  if (diagnostic.where.file != document.path() && diagnostic.where.line > 0)
    message = fmt::format("{}:{}:{}: ", diagnostic.where.file, diagnostic.where.line, diagnostic.where.column);
  message += diagnostic.message;
  for (const std::string& note : diagnostic.notes) message += "\n" + note;
  json out = {{"range", json_of(document.text().range_of(place_of(document, diagnostic)))},
              {"severity", diagnostic.severity == Severity::kError ? 1 : 2},
              {"code", diagnostic.code},
              {"source", "rtlgen"},
              {"message", message}};
  constexpr int kUnnecessary = 1;  // editors show it faded
  if (diagnostic.name == "unused") out["tags"] = {kUnnecessary};
  return out;
}

json json_of(const Text& text, const std::vector<Edit>& edits) {
  json out = json::array();
  for (const Edit& edit : edits) out.push_back({{"range", json_of(text.range_of(edit.span))}, {"newText", edit.with}});
  return out;
}

json capabilities() {
  constexpr int kIncremental = 2;
  return {{"positionEncoding", "utf-16"},
          {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}, {"save", true}}},
          {"hoverProvider", true},
          {"completionProvider", {{"triggerCharacters", {":", "[", "{", "(", ";", "="}}}},
          {"definitionProvider", true},
          {"referencesProvider", true},
          {"documentHighlightProvider", true},
          {"documentSymbolProvider", true},
          {"renameProvider", {{"prepareProvider", true}}},
          {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}}};
}

}  // namespace rtlgen::lsp

// Keys from the table of keys and names from the outline of the description.
#include "cli/complete_words.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include "cli/shipped.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/yaml/source_file.hpp"
#include "lsp/complete.hpp"
#include "lsp/document.hpp"
#include "lsp/outline.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::cli {

namespace {

using frontend::KeyKind;
using lsp::SymbolKind;

bool is_readable_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

/// The outline of the first description among the words; empty if none can be read.
lsp::Outline outline_in(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string file = shipped_or(word);
    if (!file.ends_with(".yaml") && !file.ends_with(".yml")) continue;
    if (!is_readable_file(file)) continue;
    Diagnostics unused;
    const auto text = frontend::read_source_file(file, unused);
    if (text) return lsp::analyse(*text, file, lsp::TextKind::kStencil).outline;
  }
  return {};
}

std::vector<std::string> names_of(const lsp::Outline& outline, SymbolKind kind) {
  std::vector<std::string> out;
  for (const lsp::Symbol& symbol : outline.symbols) {
    if (symbol.kind == kind) out.push_back(symbol.name);
  }
  return out;
}

/// The names that match `*` below a key.
std::vector<std::string> names_below(const std::string& path, const lsp::Outline& outline) {
  if (path == "fields" || path == "inputs" || path == "hardware.memory") return names_of(outline, SymbolKind::kField);
  if (path == "params") return names_of(outline, SymbolKind::kParam);
  if (path == "tables") return names_of(outline, SymbolKind::kTable);
  if (path == "monitor") return names_of(outline, SymbolKind::kMonitor);
  return {};
}

/// The lines of `update`, as --set names them. Lines in a `repeat` have other paths.
std::vector<std::string> lines_of(const lsp::Outline& outline) {
  const bool has_groups = std::any_of(outline.keys.begin(), outline.keys.end(),
                                      [](const lsp::KeyPlace& key) { return key.path == "update.lines"; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < outline.lines.size() && !has_groups; ++i)
    out.push_back("update." + std::to_string(i) + "." + outline.lines[i].target);
  return out;
}

bool has_value(const frontend::KeySpec& spec) {
  switch (spec.kind) {
    case KeyKind::kNamedMap:
    case KeyKind::kFunctions:
    case KeyKind::kLines:
    case KeyKind::kEntries:
      return false;
    case KeyKind::kMap:
      return !spec.shorthand.empty();
    default:
      return true;
  }
}

std::vector<std::string> keys_with(const lsp::Outline& outline) {
  std::vector<std::string> out;
  for (const frontend::KeySpec& spec : frontend::key_table()) {
    const std::string path(spec.path);
    const std::size_t star = path.find(".*");
    if (!has_value(spec) || path == "update.repeat") continue;
    if (star == std::string::npos) {
      out.push_back(path);
      continue;
    }
    const std::string before = path.substr(0, star), behind = path.substr(star + 2);
    if (before == "update") {
      for (const std::string& line : lines_of(outline)) out.push_back(line + behind);
    } else if (behind.find('*') == std::string::npos) {
      for (const std::string& name : names_below(before, outline)) out.push_back(before + "." + name + behind);
    }
  }
  return out;
}

/// The values that the language server offers for the key in a description.
std::vector<std::string> values_of(const std::string& key, const lsp::Outline& outline) {
  std::string text;
  std::istringstream parts(key);
  for (std::string part; std::getline(parts, part, '.');) {
    const bool is_number = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    text += is_number ? "[{" : (text.empty() || text.ends_with("[{") ? "" : "{") + part + ": ";
  }
  std::vector<std::string> out;
  for (const lsp::Item& item : lsp::completions_at(text, text.size(), outline)) {
    if (item.kind == lsp::ItemKind::kEnum || item.kind == lsp::ItemKind::kKeyword || item.kind == lsp::ItemKind::kType)
      out.push_back(item.label);
  }
  return out;
}

}  // namespace

std::vector<std::string> complete_words(const std::vector<std::string>& arguments) {
  const auto mark = std::find(arguments.begin(), arguments.end(), "--");
  const std::vector<std::string> requested(arguments.begin(), mark);
  const lsp::Outline outline = outline_in(
      mark == arguments.end() ? std::vector<std::string>{} : std::vector<std::string>(mark + 1, arguments.end()));
  std::vector<std::string> out;
  if (requested.empty()) return out;
  if (requested[0] == "value") return requested.size() > 1 ? values_of(requested[1], outline) : out;
  if (requested[0] == "field") {
    for (const std::string& name : names_of(outline, SymbolKind::kField)) out.push_back(name + "=");
    return out;
  }
  const bool with_values = requested[0] == "assignment";
  if (requested[0] != "set" && !with_values) return out;
  for (const std::string& key : keys_with(outline)) {
    out.push_back(key + "=");
    if (!with_values) continue;
    for (const std::string& value : values_of(key, outline)) out.push_back(key + "=" + value);
  }
  return out;
}

}  // namespace rtlgen::cli

// Finds values by the positions that the reader records, and replaces their characters.
#include "frontend/yaml/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "frontend/passes/include.hpp"
#include "frontend/schema/overrides.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/diagnostics.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

struct Assignment {
  std::vector<std::string> segments;
  std::string value;
};

/// Splits a --set that apply_override has accepted.
Assignment split(const YamlValue& document, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  return {segments_in(document, assignment.substr(0, equals)), assignment.substr(equals + 1)};
}

/// Whether two documents have the same meaning. The order of keys may matter, except at the top level and in
/// `hardware`.
bool same(const YamlValue& a, const YamlValue& b, bool ordered) {
  if (a.kind != b.kind || a.text != b.text || (a.is_scalar() && a.plain != b.plain) || a.items.size() != b.items.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const bool in_place = ordered || !a.is_map();
    if (in_place && a.is_map() && a.keys[i] != b.keys[i]) return false;
    const YamlValue* other = in_place ? &b.items[i] : b.find(a.keys[i]);
    if (other == nullptr || !same(a.items[i], *other, ordered || !a.is_map() || a.keys[i] != "hardware")) return false;
  }
  return true;
}

/// Makes one change to a text, whose values it finds by the parsed document.
class Editor {
 public:
  Editor(std::string text, const YamlValue& root) : text_(std::move(text)), root_(root) {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') lines_.push_back(i + 1);
    }
  }

  /// The text with the change; if it is impossible, `why` gets the reason.
  std::optional<std::string> apply(const Assignment& a, std::string& why) {
    const YamlValue* at = &root_;
    for (std::size_t i = 0; i < a.segments.size(); ++i) {
      const YamlValue* next = child(*at, a.segments[i]);
      if (next == nullptr) {
        if (at->is_map()) return insert(*at, entry(a, i), why);
        why = "its parent key is written in short form";
        return std::nullopt;
      }
      at = next;
    }
    const auto range = extent(*at);
    if (!range) {
      why = "its value is written on separate lines";
      return std::nullopt;
    }
    return text_.substr(0, range->first) + a.value + text_.substr(range->second);
  }

 private:
  static const YamlValue* child(const YamlValue& at, const std::string& segment) {
    if (at.is_map()) return at.find(segment);
    if (!at.is_list()) return nullptr;
    const auto index = static_cast<std::size_t>(std::stoul(segment));
    return index < at.items.size() ? &at.items[index] : nullptr;
  }

  /// "b: {c: value}" of the segments from `first` on.
  static std::string entry(const Assignment& a, std::size_t first) {
    std::string text = a.value;
    for (std::size_t i = a.segments.size(); --i > first;) text = fmt::format("{{{}: {}}}", a.segments[i], text);
    return fmt::format("{}: {}", a.segments[first], text);
  }

  [[nodiscard]] std::size_t offset(int line, int column) const {
    return std::min(text_.size(), lines_[static_cast<std::size_t>(line - 1)] + static_cast<std::size_t>(column - 1));
  }

  std::optional<std::string> insert(const YamlValue& map, const std::string& entry, std::string& why) const {
    const std::size_t begin = offset(map.where.line, map.where.column);
    if (text_[begin] == '{')
      return text_.substr(0, begin + 1) + entry + (map.items.empty() ? "" : ", ") + text_.substr(begin + 1);
    if (&map == &root_) return text_ + (text_.ends_with('\n') ? "" : "\n") + entry + "\n";
    // Above the first key, with the same indentation.
    const std::size_t line = lines_[static_cast<std::size_t>(map.key_places.front().line - 1)];
    const std::size_t key = offset(map.key_places.front().line, map.key_places.front().column);
    const std::string indent = text_.substr(line, key - line);
    if (indent.find_first_not_of(' ') == std::string::npos)
      return text_.substr(0, line) + indent + entry + "\n" + text_.substr(line);
    why = "it would add a key to a list item";
    return std::nullopt;
  }

  /// The characters of a value: [first, second).
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> extent(const YamlValue& value) const {
    if (value.is_scalar() && !value.places.empty()) {
      const std::size_t begin = offset(value.places.front().line, value.places.front().column);
      const std::size_t end = offset(value.places.back().line, value.places.back().column) + 1;
      if (value.plain) return std::pair{begin, end};
      const char quote = text_[begin - 1];
      const std::size_t close = text_.find(quote, end);
      if ((quote == '"' || quote == '\'') && close != std::string::npos) return std::pair{begin - 1, close + 1};
      return std::nullopt;
    }
    const std::size_t begin = offset(value.where.line, value.where.column);
    if (value.is_scalar() || value.is_null() || (text_[begin] != '[' && text_[begin] != '{')) return std::nullopt;
    return std::pair{begin, closed(begin)};
  }

  /// The position after the bracket that closes the one at `begin`.
  [[nodiscard]] std::size_t closed(std::size_t begin) const {
    int depth = 0;
    for (std::size_t i = begin; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '"' || c == '\'')
        i = std::min(text_.find(c, i + 1), text_.size() - 1);
      else if (c == '#' && (text_[i - 1] == ' ' || text_[i - 1] == '\n'))
        i = std::min(text_.find('\n', i), text_.size() - 1);
      else if (c == '[' || c == '{')
        ++depth;
      else if ((c == ']' || c == '}') && --depth == 0)
        return i + 1;
    }
    return text_.size();
  }

  std::string text_;
  const YamlValue& root_;
  std::vector<std::size_t> lines_{0};
};

/// The included file that defines what a --set changes; empty: none.
std::string included_place(const YamlValue& document, const std::string& filename, const std::string& assignment,
                           Texts& texts) {
  YamlValue whole = document;
  Diagnostics ignored;
  include_files(whole, filename, texts, ignored);
  const Assignment a = split(whole, assignment);
  if (a.segments.size() < 2) return "";
  const YamlValue* part = whole.find(a.segments[0]);
  const YamlValue* found = part != nullptr && part->is_map() ? part->find(a.segments[1]) : nullptr;
  if (found == nullptr) return "";
  const SourceLocation& where = part->key_places[static_cast<std::size_t>(found - part->items.data())];
  return where.file == filename ? "" : safe::terminal(OutsideText(where.file));
}

}  // namespace

Edited edit_text(const std::string& text, const std::string& filename, const std::vector<std::string>& sets,
                 Texts& texts, Diagnostics& diagnostics) {
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return {};
  diagnostics.add_source(filename, *source);
  auto wanted = read_yaml(*source, filename, diagnostics);
  if (!wanted) return {};
  for (const std::string& assignment : sets) {
    const std::string file = included_place(*wanted, filename, assignment, texts);
    if (!file.empty()) return {"", fmt::format("{}: it is defined in the included file {}", assignment, file)};
  }
  for (const std::string& assignment : sets) apply_override(*wanted, assignment, diagnostics);
  if (diagnostics.has_errors()) return {};
  Edited edited{*source, ""};
  for (const std::string& assignment : sets) {
    Diagnostics ignored;
    const auto root = read_yaml(edited.text, filename, ignored);
    std::string why = "the text around it cannot be parsed";
    const auto changed =
        root ? Editor(edited.text, *root).apply(split(*root, written_out(*root, assignment)), why) : std::nullopt;
    if (!changed) return {"", fmt::format("{}: {}", assignment, why)};
    edited.text = *changed;
  }
  Diagnostics ignored;
  const auto found = read_yaml(edited.text, filename, ignored);
  if (!found || !same(*wanted, *found, false)) return {"", "the edited text would not have the requested values"};
  return edited;
}

}  // namespace rtlgen::frontend

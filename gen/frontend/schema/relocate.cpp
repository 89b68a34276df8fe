// Finds the paths in a description by its keys and replaces each one like a --set.
#include "frontend/schema/relocate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "frontend/board/board_file.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/diagnostics.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

namespace fs = std::filesystem;

/// `path`, relative to the folder of `filename`, as an absolute path in YAML.
std::string absolute(const std::string& path, const std::string& filename) {
  const fs::path folder = fs::absolute(fs::path(filename)).parent_path();
  return safe::yaml_scalar(OutsideText((folder / path).lexically_normal().string()));
}

bool is_relative(const YamlValue& value) {
  return value.is_scalar() && !value.places.empty() && value.text.front() != '/';
}

/// `text` with absolute paths of included files, which no --set can change.
std::string with_absolute_includes(std::string text, const YamlValue* include, const std::string& filename) {
  if (include == nullptr) return text;
  std::vector<const YamlValue*> all{include};
  if (include->is_list()) {
    all.clear();
    for (const YamlValue& item : include->items) all.push_back(&item);
  }
  std::vector<std::size_t> lines{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(i + 1);
  }
  const auto offset = [&](const TextPosition& p) {
    return lines[static_cast<std::size_t>(p.line - 1)] + static_cast<std::size_t>(p.column - 1);
  };
  // From the end, so that earlier places stay valid.
  for (auto value = all.rbegin(); value != all.rend(); ++value) {
    if (!is_relative(**value)) continue;
    const std::size_t quote = (*value)->plain ? 0 : 1;
    const std::size_t begin = offset((*value)->places.front()) - quote;
    const std::size_t end = offset((*value)->places.back()) + 1 + quote;
    text.replace(begin, end - begin, absolute((*value)->text, filename));
  }
  return text;
}

/// Collects `key.path=absolute path` of each relative path.
class Paths {
 public:
  explicit Paths(std::string filename) : filename_(std::move(filename)) {}

  void add(const std::string& key, const YamlValue* value) {
    if (value != nullptr && is_relative(*value))
      sets.push_back(fmt::format("{}={}", key, absolute(value->text, filename_)));
  }

  /// Adds the `file` of each entry; with `bare`, an entry that is a scalar is itself a path.
  void add_files(const std::string& key, const YamlValue* entries, bool bare) {
    for (std::size_t i = 0; entries != nullptr && i < entries->items.size(); ++i) {
      const YamlValue& entry = entries->items[i];
      const std::string at = fmt::format("{}.{}", key, entries->is_map() ? entries->keys[i] : std::to_string(i));
      if (bare && entry.is_scalar()) add(at, &entry);
      if (entry.is_map()) add(at + ".file", entry.find("file"));
    }
  }

  std::vector<std::string> sets;

 private:
  std::string filename_;
};

}  // namespace

Edited relocated(const std::string& text, const std::string& filename, const std::string& name,
                 Diagnostics& diagnostics) {
  const auto source = normalized_source(text, filename, diagnostics);
  if (!source) return {};
  diagnostics.add_source(filename, *source);
  const auto root = read_yaml(*source, filename, diagnostics);
  if (!root) return {};
  Paths paths(filename);
  paths.sets.push_back("name=" + name);
  paths.add_files("tables", root->find("tables"), false);
  paths.add_files("sources", root->find("sources"), false);
  paths.add_files("inputs", root->find("inputs"), true);
  if (const YamlValue* hardware = root->find("hardware"); hardware != nullptr && hardware->is_map()) {
    const YamlValue* board = hardware->find("board");
    if (board != nullptr && is_board_path(board->text)) paths.add("hardware.board", board);
  }
  Texts texts;
  return edit_text(with_absolute_includes(*source, root->find("include"), filename), filename, paths.sets, texts,
                   diagnostics);
}

}  // namespace rtlgen::frontend

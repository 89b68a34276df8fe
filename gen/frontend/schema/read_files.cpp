// Reads only the keys of a description, and follows those that name files.
#include "frontend/schema/read_files.hpp"

#include <fmt/format.h>

#include "frontend/passes/declarations.hpp"
#include "frontend/passes/include.hpp"
#include "frontend/schema/overrides.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

std::string text_of_file(const std::string& path, Texts& texts) {
  Diagnostics unheard;
  const auto bytes = texts.read(path, unheard);
  const auto text = bytes ? normalized_source(*bytes, path, unheard) : Result<std::string>(Failure{});
  return text ? *text : "";
}

/// The `file` of each entry of `list`, a mapping or list under the key `name`.
void add_files(const YamlValue* list, const std::string& name, const std::string& description, Texts& texts,
               std::vector<ReadFile>& files) {
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const YamlValue* file = list->items[i].find("file");
    if (file == nullptr || !file->is_scalar()) continue;
    const std::string path = data_path(description, file->text);
    const std::string entry = list->is_map() ? list->keys[i] : std::to_string(i);
    files.push_back({fmt::format("{}.{}.file", name, entry), path, text_of_file(path, texts)});
  }
}

}  // namespace

std::vector<ReadFile> read_files(const std::string& text, const std::string& path, const std::vector<std::string>& sets,
                                 Texts& texts) {
  Diagnostics unheard;
  const auto source = normalized_source(text, path, unheard);
  auto document = read_yaml(source ? *source : "", path, unheard);
  std::vector<ReadFile> files;
  if (!document) return files;
  for (Included& included : include_files(*document, path, texts, unheard))
    files.push_back({"include", std::move(included.path), std::move(included.text)});
  for (const std::string& set : sets) apply_override(*document, set, unheard);
  for (const char* name : {"tables", "sources"}) add_files(document->find(name), name, path, texts, files);
  return files;
}

}  // namespace rtlgen::frontend

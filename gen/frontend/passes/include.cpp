// Reads included files in order, each once, and merges what they define.
#include "frontend/passes/include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "frontend/schema/keys.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 2> kParts = {"functions", "params"};

/// One name for a file however its path is written.
std::string identity(const std::string& path) {
  std::error_code fault;
  const fs::path out = fs::weakly_canonical(path, fault);
  return fault ? path : out.string();
}

class Includer {
 public:
  Includer(YamlValue& document, Texts& texts, Diagnostics& diagnostics)
      : document_(document), texts_(texts), diagnostics_(diagnostics) {}

  std::vector<Included> run(const std::string& filename) {
    open_.push_back(identity(filename));
    follow(document_, filename);
    for (const char* part : kParts) {
      YamlValue* own = document_.find(part);
      if (own != nullptr && !own->is_map() && !own->is_null()) continue;  // reported by the schema
      YamlValue& all = part == kParts[0] ? functions_ : params_;
      if (all.keys.empty()) continue;
      if (own != nullptr) append(all, *own);
      if (own == nullptr) {
        document_.keys.emplace_back(part);
        document_.key_places.push_back(all.where);
        own = &document_.items.emplace_back();
      }
      *own = std::move(all);
    }
    return std::move(files_);
  }

 private:
  void follow(const YamlValue& document, const std::string& filename) {
    const YamlValue* include = document.find("include");
    if (include == nullptr) return;
    if (include->is_scalar()) return one(*include, filename);
    for (const YamlValue& item : include->items) {
      if (include->is_list() && item.is_scalar()) one(item, filename);
    }
  }

  void one(const YamlValue& name, const std::string& from) {
    if (too_many_errors(diagnostics_)) return;
    const std::string path = (fs::path(from).parent_path() / name.text).lexically_normal().string();
    if (path == "-") {
      diagnostics_.error(Code::kUnreadableFile, name.where, "the file cannot be read",
                         {"'-' is standard input, from which only the description itself can be read"});
      return;
    }
    const std::string key = identity(path);
    if (std::find(open_.begin(), open_.end(), key) != open_.end()) {
      diagnostics_.error(Code::kCircularInclude, name.where, "this file includes itself, directly or indirectly",
                         {"move shared definitions into a third file"});
      return;
    }
    if (!seen_.insert(key).second) return;
    if (seen_.size() > kMostIncludes) {
      diagnostics_.error(Code::kCircularInclude, name.where, "too many files are included",
                         {fmt::format("at most {}", kMostIncludes)});
      return;
    }
    open_.push_back(key);
    const std::size_t before = diagnostics_.all().size();
    read(path);
    diagnostics_.add_notes(before, {fmt::format("included at {}:{}:{}", safe::terminal(OutsideText(name.where.file)),
                                                name.where.line, name.where.column)});
    open_.pop_back();
  }

  void read(const std::string& path) {
    const auto bytes = texts_.read(path, diagnostics_);
    const auto source = bytes ? normalized_source(*bytes, path, diagnostics_) : Result<std::string>(Failure{});
    if (!source) return;
    diagnostics_.add_source(path, *source);
    files_.push_back({path, *source});
    auto document = read_yaml(*source, path, diagnostics_);
    if (!document) return;
    if (!document->is_map()) {
      diagnostics_.error(Code::kWrongKind, document->where,
                         fmt::format("an included file must be a mapping of keys, not {}", document->describe()),
                         {"it can define functions and params"});
      return;
    }
    YamlValue* include = document->find("include");
    if (include != nullptr && include->is_null())
      include->where = document->key_places[static_cast<std::size_t>(include - document->items.data())];
    if (include != nullptr && check_files(*include, key_row("include"), "include", diagnostics_))
      follow(*document, path);
    for (std::size_t i = 0; i < document->keys.size(); ++i) {
      const std::string& part = document->keys[i];
      YamlValue& value = document->items[i];
      if (part == "include") continue;
      if (part != kParts[0] && part != kParts[1]) {
        diagnostics_.error(Code::kInvalidInclude, document->key_places[i], fmt::format("'{}' cannot be included", part),
                           {"an included file can define functions and params, and include other files"});
      } else if (value.is_map()) {
        append(part == kParts[0] ? functions_ : params_, value);
      } else if (!value.is_null()) {
        diagnostics_.error(Code::kWrongKind, value.where,
                           fmt::format("'{}' must be a mapping of names, not {}", part, value.describe()), {});
      }
    }
  }

  static void append(YamlValue& all, YamlValue& more) {
    all.kind = YamlValue::Kind::kMap;
    if (all.keys.empty()) all.where = more.where;
    for (std::size_t i = 0; i < more.keys.size(); ++i) {
      all.keys.push_back(more.keys[i]);
      all.key_places.push_back(more.key_places[i]);
      all.items.push_back(std::move(more.items[i]));
    }
  }

  YamlValue& document_;
  Texts& texts_;
  Diagnostics& diagnostics_;
  std::vector<std::string> open_;  ///< files that are being read, each included by the previous one
  std::set<std::string> seen_;
  std::vector<Included> files_;
  YamlValue functions_, params_;
};

}  // namespace

std::vector<Included> include_files(YamlValue& document, const std::string& filename, Texts& texts,
                                    Diagnostics& diagnostics) {
  if (!document.is_map()) return {};
  return Includer(document, texts, diagnostics).run(filename);
}

}  // namespace rtlgen::frontend

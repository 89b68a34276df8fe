// Mappings of YAML files that are no stencils (boards, kernels): known keys, words, texts and numbers, each fault with
// its place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/yaml_value.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// A mapping while it is read: its value, and what it is called in messages; empty: the file as a whole.
struct Section {
  const YamlValue& map;
  std::string name;

  [[nodiscard]] const YamlValue* find(std::string_view key) const { return map.find(std::string(key)); }
  /// Of a value; yaml-cpp places an empty one where the next thing starts, so then of its key.
  [[nodiscard]] SourceLocation place(std::string_view key) const;
};

class SectionReader {
 public:
  using Names = std::vector<std::string>;

 protected:
  /// `whole`: what the file describes, "a board"; `note`: where its keys are explained.
  SectionReader(Diagnostics& diagnostics, std::string whole, std::string note)
      : diagnostics_(diagnostics), whole_(std::move(whole)), note_(std::move(note)) {}

  void error(const char* code, const SourceLocation& where, const std::string& message, Names notes,
             const std::optional<Fix>& fix = std::nullopt);
  void wrong_kind(const YamlValue& value, const SourceLocation& where, std::string_view key, const std::string& wanted);
  /// No key but `known`, and all of `required`.
  void keys(const Section& section, const Names& known, const Names& required);
  std::optional<Section> section(const Section& parent, const char* key);
  std::string text(const Section& section, const char* key);
  /// A word of `words`, or any text where there are none to choose from; empty after a fault.
  std::string one_of(const YamlValue& value, const SourceLocation& where, const char* key, const Names& words);
  std::string choice(const Section& section, const char* key, const Names& words);
  /// A list of words, or of texts where there are none to choose from.
  Names list(const Section& section, const char* key, const Names& words);
  /// `true` or `false`.
  bool flag(const Section& section, const char* key, bool standard);
  /// A number in a range; nothing after a fault.
  std::optional<double> number(const YamlValue& value, const SourceLocation& where, std::string_view key, double least,
                               double most, bool whole);

 private:
  Diagnostics& diagnostics_;
  std::string whole_, note_;
};

}  // namespace rtlgen::frontend

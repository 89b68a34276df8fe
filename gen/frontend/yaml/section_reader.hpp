// Reads mappings of YAML files that are not stencils (boards, kernels): known keys, words, texts and numbers; each
// fault is reported with its location.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/yaml/yaml_value.hpp"
#include "support/code.hpp"
#include "support/source_location.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

/// A mapping that is being read: its value, and its name in messages; an empty name means the whole file.
struct Section {
  const YamlValue& map;
  std::string name;

  [[nodiscard]] const YamlValue* find(std::string_view key) const { return map.find(std::string(key)); }
  /// The location of a value. yaml-cpp locates an empty value at the next token; then the location of its key is
  /// returned.
  [[nodiscard]] SourceLocation place(std::string_view key) const;
};

/// Reports a stencil that is given as `wanted`, "a board file", once instead of for each key; false: it is none.
bool refuse_stencil(const YamlValue& root, const char* wanted, Diagnostics& diagnostics);

class SectionReader {
 public:
  using Names = std::vector<std::string>;

 protected:
  /// `whole`: what the file describes, "a board"; `note`: where its keys are documented.
  SectionReader(Diagnostics& diagnostics, std::string whole, std::string note)
      : diagnostics_(diagnostics), whole_(std::move(whole)), note_(std::move(note)) {}

  void error(Code code, const SourceLocation& where, const std::string& message, Names notes,
             const std::optional<Fix>& fix = std::nullopt);
  void wrong_kind(const YamlValue& value, const SourceLocation& where, std::string_view key, const std::string& wanted);
  /// Reports keys that are not in `known`, and those of `required` that are missing.
  void keys(const Section& section, const Names& known, const Names& required);
  std::optional<Section> section(const Section& parent, const char* key);
  std::string text(const Section& section, const char* key);
  /// A word from `words`, or any text if `words` is empty; empty after a fault.
  std::string one_of(const YamlValue& value, const SourceLocation& where, const char* key, const Names& words);
  std::string choice(const Section& section, const char* key, const Names& words);
  /// A list of words from `words`, or of any texts if `words` is empty.
  Names list(const Section& section, const char* key, const Names& words);
  /// `true` or `false`.
  bool flag(const Section& section, const char* key, bool standard);
  /// A number in a range; none after a fault.
  std::optional<double> number(const YamlValue& value, const SourceLocation& where, std::string_view key, double least,
                               double most, bool whole);

 private:
  Diagnostics& diagnostics_;
  std::string whole_, note_;
};

}  // namespace rtlgen::frontend

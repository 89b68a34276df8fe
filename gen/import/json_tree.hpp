// A JSON text as a tree with the location of every value.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "import/reporter.hpp"

namespace rtlgen::importer {

struct JsonNode {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };
  // Defined where this type is complete, because its members hold pairs of it.
  JsonNode();
  JsonNode(const JsonNode&);
  JsonNode(JsonNode&&) noexcept;
  JsonNode& operator=(const JsonNode&);
  JsonNode& operator=(JsonNode&&) noexcept;
  ~JsonNode();

  Kind kind = Kind::kNull;
  Span span;
  std::string text;  ///< kNumber: as written; kString: decoded; kBool: true, false
  std::vector<JsonNode> items;
  std::vector<std::pair<std::string, JsonNode>> members;  ///< in file order, keys are unique
  std::vector<Span> keys;                                 ///< locations of the members' keys

  [[nodiscard]] const JsonNode* find(const std::string& key) const;
};

/// Throws Abandoned for text that is not JSON, is nested too deeply, or has a duplicate key.
JsonNode parse_json(const Reporter& reporter);

/// Position in the file of each byte of a decoded string, and of its end.
std::vector<std::size_t> places_of(const JsonNode& string, const Reporter& reporter);

}  // namespace rtlgen::importer

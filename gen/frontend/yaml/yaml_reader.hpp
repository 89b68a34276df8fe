// Converts a YAML text to YamlValues.
//
// yaml-cpp accepts duplicate keys, expands anchors and guesses types. This reader uses only its event stream, and
// refuses surprising features: anchors, aliases, tags, duplicates, several documents.
#pragma once

#include <string>

#include "frontend/yaml/yaml_value.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

/// Reads one document. Reports RG0102 and RG0104 to RG0111.
Result<YamlValue> read_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics);

/// Reads the value part of a --set; the location of everything in it is the whole override.
Result<YamlValue> read_yaml_override(const std::string& value, const std::string& source_name,
                                     Diagnostics& diagnostics);

}  // namespace rtlgen::frontend

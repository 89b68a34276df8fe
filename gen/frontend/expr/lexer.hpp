// Splits an expression into tokens.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct YamlValue;

struct Token {
  enum class Kind { kEnd, kNumber, kName, kSymbol };

  Kind kind = Kind::kEnd;
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The tokens of a scalar's text; the last one is kEnd. Reports RG0204, RG0301, RG0302.
std::optional<std::vector<Token>> tokenize(const YamlValue& scalar, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend

// Locations in the user's texts, and likely corrections.
#pragma once

#include <string>

namespace rtlgen {

/// A place in a source text. Line and column count from 1; line 0 means "the file as a whole".
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;
  int length = 1;  ///< characters to underline

  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// A misspelt word and the one that was most likely meant.
struct Fix {
  std::string replace, with;
};

}  // namespace rtlgen

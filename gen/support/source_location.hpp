// Places in the texts that a user writes, and what was probably meant there.
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

/// A word of the user's and the one that was most likely meant.
struct Fix {
  std::string replace, with;
};

}  // namespace rtlgen

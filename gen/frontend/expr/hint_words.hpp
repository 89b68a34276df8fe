// Equivalents of words from other languages; hints.cpp writes them into the surrounding text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::frontend {

/// A function elsewhere that is a monitor here.
struct Reduction {
  std::string_view theirs, name, ours, more;
};

/// The type here for a type of another language, or "".
std::string type_word(const std::string& theirs);
/// The pattern that replaces a function of another language, with $0, $1, ... for its arguments; or "".
std::string function_pattern(const std::string& theirs);
/// nullptr if it is not a reduction.
const Reduction* reduction_of(const std::string& theirs);

}  // namespace rtlgen::frontend

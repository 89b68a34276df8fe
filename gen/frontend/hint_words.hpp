// What words of other languages stand for, where the text around them decides what is written (hints.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::frontend {

/// A function of theirs that is a monitor here.
struct Reduction {
  std::string_view theirs, name, ours, more;
};

/// Our type of theirs, or "".
std::string type_word(const std::string& theirs);
/// What stands for a call of theirs, $0, $1, ... for its arguments; or "".
std::string function_pattern(const std::string& theirs);
/// nullptr: it is none.
const Reduction* reduction_of(const std::string& theirs);

}  // namespace rtlgen::frontend

// Text with ASCII letters in lower case.
#pragma once

#include <string>

namespace rtlgen {

/// For comparisons of HDL names, words and file extensions without case, in the same way in every locale.
inline std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

}  // namespace rtlgen

// Text with small letters only, of those that ASCII has.
#pragma once

#include <string>

namespace rtlgen {

/// HDL names, words and ends of files are compared without their case, in the same way in every locale.
inline std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

}  // namespace rtlgen

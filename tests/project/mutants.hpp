// Faults put into a project's scripts one at a time, for the stand-ins of vendor tools to find.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <regex>
#include <string>
#include <vector>

#include "emit/emit.hpp"

namespace rtlgen::test {

/// One change of a file that is a fault of the project.
struct Mutant {
  std::string file, name, text;
};

/// A way to change a line: what it is called, what it matches (the first time), what that becomes.
struct Change {
  const char* name;
  std::regex pattern;
  const char* by;
};

/// Every line that does something, changed in every way that changes it. `skipped` are lines that are alike to others.
inline std::vector<Mutant> mutants_of(const std::vector<emit::File>& files, const std::vector<Change>& changes, const std::function<bool(const std::string& line, std::size_t number)>& skipped) {
  static const std::regex blank("^\\s*(#.*|\\}?)$");
  std::vector<Mutant> all;
  for (const emit::File& file : files) {
    std::size_t begin = 0, number = 0;
    for (std::size_t end; (end = file.text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string line = file.text.substr(begin, end - begin);
      ++number;
      if (std::regex_match(line, blank) || skipped(line, number)) continue;
      for (const Change& change : changes) {
        const std::string changed = std::regex_replace(line, change.pattern, change.by, std::regex_constants::format_first_only);
        if (changed == line) continue;
        all.push_back({file.path, fmt::format("{}:{} {}: {}", file.path, number, change.name, line), file.text.substr(0, begin) + changed + file.text.substr(end)});
      }
    }
  }
  return all;
}

}  // namespace rtlgen::test

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
inline std::vector<Mutant> mutants_of(const std::vector<emit::File>& files, const std::vector<Change>& changes,
                                      const std::function<bool(const std::string& line, std::size_t number)>& skipped) {
  static const std::regex blank("^\\s*(#.*|\\}?)$");
  std::vector<Mutant> all;
  for (const emit::File& file : files) {
    std::size_t begin = 0, number = 0;
    for (std::size_t end; (end = file.text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string line = file.text.substr(begin, end - begin);
      ++number;
      if (std::regex_match(line, blank) || skipped(line, number)) continue;
      for (const Change& change : changes) {
        const std::string changed =
            std::regex_replace(line, change.pattern, change.by, std::regex_constants::format_first_only);
        if (changed == line) continue;
        all.push_back({file.path, fmt::format("{}:{} {}: {}", file.path, number, change.name, line),
                       file.text.substr(0, begin) + changed + file.text.substr(end)});
      }
    }
  }
  return all;
}

/// The part of them that is found, which is printed with the names of those that survive. `survives`: are the checks
/// content with it?
inline double part_found(const std::string& name, const std::vector<Mutant>& mutants,
                         const std::function<bool(const Mutant&)>& survives) {
  std::vector<std::string> survived;
  for (const Mutant& mutant : mutants) {
    if (survives(mutant)) survived.push_back(mutant.name);
  }
  const double part = 1 - static_cast<double>(survived.size()) / static_cast<double>(mutants.size());
  fmt::print("{}: {} mutants, {} survive ({:.1f} % found):\n", name, mutants.size(), survived.size(), 100 * part);
  for (const std::string& mutant : survived) fmt::print("  {}\n", mutant);
  return part;
}

}  // namespace rtlgen::test

// Faults put into a project's files one at a time, for the stand-ins of vendor tools to find; which of them survive is
// written down.
//
// A test tries a sample. RTLGEN_ALL_MUTANTS=1 tries all of them, and then the list of survivors must be exact; with
// RTLGEN_UPDATE_GOLDEN=1 it is written again. scripts/mutants.sh does that for all boards and prints the table.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "emit/file.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {

/// One change of a file that is a fault of the project.
struct Mutant {
  std::string file, name, text;
  std::size_t number = 0;  ///< how many of the same name come before it
  /// Its line in a list: without the number, which other changes move.
  [[nodiscard]] std::string line() const { return number == 0 ? name : fmt::format("{} ({})", name, number + 1); }
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
  static const std::regex blank("^\\s*(#.*|<!--.*-->|\\}?)$");
  std::vector<Mutant> all;
  std::map<std::string, std::size_t> alike;
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
        const std::string name = fmt::format("{} {}: {}", file.path, change.name, line);
        all.push_back({file.path, name, file.text.substr(0, begin) + changed + file.text.substr(end), alike[name]++});
      }
    }
  }
  return all;
}

inline bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && std::string(value) == "1";
}

/// Those whose digests come first, in their order: the same ones in every run, and mostly the same ones after a change
/// of some lines. RTLGEN_SEED=N draws others.
inline std::vector<Mutant> sample_of(std::vector<Mutant> all) {
  constexpr std::size_t kSample = 60;
  if (all.size() <= kSample || is_set("RTLGEN_ALL_MUTANTS")) return all;
  const char* const seed = std::getenv("RTLGEN_SEED");
  const auto digest_of = [&](const Mutant& mutant) {
    return runner::sha256(fmt::format("{} {}", seed == nullptr ? "" : seed, mutant.line()));
  };
  std::vector<std::string> digests;
  for (const Mutant& mutant : all) digests.push_back(digest_of(mutant));
  std::vector<std::string> sorted = digests;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Mutant> some;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (digests[i] < sorted[kSample]) some.push_back(std::move(all[i]));
  }
  return some;
}

inline std::string survivors_path(const std::string& name) {
  return test::source_folder() + "/tests/project/survivors/" + name + ".txt";
}

/// Names of mutants that are known to survive.
inline std::set<std::string> known_survivors(const std::string& name) {
  std::set<std::string> names;
  if (!std::filesystem::exists(survivors_path(name))) return names;
  std::istringstream lines(read_text(survivors_path(name)));
  for (std::string line; std::getline(lines, line);) names.insert(line);
  return names;
}

/// Every mutant that survives is a known one, and of all mutants, tried or not, the others are at least so many in a
/// hundred. Prints how many. `survives`: are the checks content with it?
inline void expect_found(const std::string& name, const std::vector<Mutant>& all, double least_percent,
                         const std::function<bool(const Mutant&)>& survives) {
  const bool tries_all = is_set("RTLGEN_ALL_MUTANTS");
  const std::vector<Mutant> tried = sample_of(all);
  std::set<std::string> survived;
  for (const Mutant& mutant : tried) {
    if (survives(mutant)) survived.insert(mutant.line());
  }
  if (tries_all && is_set("RTLGEN_UPDATE_GOLDEN")) {
    std::string text;
    for (const std::string& line : survived) text += line + "\n";
    if (text.empty())
      std::filesystem::remove(survivors_path(name));
    else
      runner::write_file(survivors_path(name), text);
  }
  const std::set<std::string> known = known_survivors(name);
  for (const std::string& one : survived) EXPECT_TRUE(known.contains(one)) << name << ": nothing finds " << one;
  for (const std::string& one : known) {
    EXPECT_TRUE(!tries_all || survived.contains(one)) << name << ": is found now, or is no mutant: " << one;
  }
  const auto lost = std::count_if(all.begin(), all.end(), [&](const Mutant& m) { return known.contains(m.line()); });
  const double percent = 100 * (1 - static_cast<double>(lost) / static_cast<double>(all.size()));
  fmt::print("mutants of {}: {} of {} tried, {} survive; {:.1f} % of all are found\n", name, tried.size(), all.size(),
             survived.size(), percent);
  EXPECT_GE(percent, least_percent) << name;
}

}  // namespace rtlgen::test

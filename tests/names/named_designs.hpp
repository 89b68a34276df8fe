// Designs in which a test chooses the names: rich bases, and what a name may be given to.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emit/file.hpp"

namespace rtlgen::test {

/// Lines of a description's sections, put together by text().
struct Sections {
  std::string fields, params, tables, monitor, update, others, hardware;
  std::vector<std::string> until;
  std::string grid = "[9, 5]";

  [[nodiscard]] std::string text() const;
};

/// A description with as many kinds of things as go together. All its names are one q and a letter.
struct Base {
  const char* name;
  Sections sections;
};
const std::vector<Base>& bases();

/// The object that a name is given to.
struct Role {
  const char* name;
  void (*add)(Sections& sections, const std::vector<std::string>& words);
  bool needs_monitors = false;  ///< not beside probes
};
const std::vector<Role>& roles();

/// `base` with `words` in that role.
std::string described(const Base& base, const Role& role, const std::vector<std::string>& words);

/// The outcome of a description.
struct Outcome {
  enum class Kind { kBuilt, kRefused, kFaulty };
  Kind kind = Kind::kBuilt;
  std::string text;               ///< output of `check`, or the fault of a design that it calls valid
  std::vector<emit::File> files;  ///< all HDL, and test benches, of what is built
};
Outcome outcome_of(const std::string& yaml);

/// Identifiers of the modules generated for a base, in lower case, without leaves.
std::set<std::string> identifiers_of(const std::vector<emit::File>& files);

/// Text before and after a name in the identifiers around it.
using Affix = std::pair<std::string, std::string>;
std::set<Affix> affixes_in(const std::set<std::string>& identifiers, const std::string& name);

enum class Breadth {
  kMeeting,  ///< identifiers without each of the affixes that they have: names that would make these identifiers
  kAll       ///< identifiers as they are, and without one side of an affix, too
};
std::set<std::string> stripped(const std::set<std::string>& identifiers, const std::set<Affix>& affixes,
                               Breadth breadth);

}  // namespace rtlgen::test

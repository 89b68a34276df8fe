// An example for every diagnostic: what causes it, and the change that removes it. `rtlgen explain` prints them, and
// tests/explain runs each before and after the change.
//
// They are written in explain/*.txt, which are part of the program. A text begins with `@code RG0309`. `@fix` says what
// to do, `@run` is a bash command (default: check, or import, of the only file), `@file NAME` starts a file. `@was` and
// `@now` replace a part of the command or of the files. `@NAME` starts a file with the beginning and end that heads.txt
// has under this name; there, `...` marks the place of the following text.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rtlgen::cli {

/// A command and its files, for an empty folder.
struct Session {
  std::vector<std::pair<std::string, std::string>> files;  ///< names and texts
  std::string command;                                     ///< in bash
};

struct Change {
  std::string was, now;
};

struct Example {
  std::string fix;  ///< a sentence
  Session session;
  std::vector<Change> changes;

  /// The session after the changes.
  [[nodiscard]] Session fixed() const;
};

/// By code.
const std::map<std::string, Example>& examples();

/// The same for given texts by name, including "heads". Throws InternalError for a malformed text.
std::map<std::string, Example> examples_of(const std::map<std::string, std::string>& texts);

}  // namespace rtlgen::cli

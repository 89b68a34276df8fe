// The facts in the parser's tables about each command and option, as plain values for completions and man pages.
#pragma once

#include <string>
#include <vector>

#include "cli/shell_files.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace rtlgen::cli {

enum class ValueKind {
  kNone,
  kWords,
  kFile,
  kDescription,
  kKeyValue,   ///< key.path=value
  kFieldPath,  ///< FIELD=PATH
  kFree
};

struct OptionFacts {
  std::vector<std::string> names;  ///< "-o", "--json"; empty: a positional
  std::string value;               ///< what the help calls its value
  std::string description;
  ValueKind kind = ValueKind::kNone;
  std::vector<std::string> words;  ///< of kWords
  bool required = false, repeatable = false;
};

struct CommandFacts {
  std::string name, description, footer;
  std::vector<OptionFacts> options;
};

/// The commands that the help lists, in its order; hidden ones are left out.
std::vector<CommandFacts> commands_of(const CLI::App& app, const KnownWords& known);

}  // namespace rtlgen::cli

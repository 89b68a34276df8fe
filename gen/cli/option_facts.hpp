// Facts about each command and option from the parser's tables, as plain values for completions and man pages.
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
  std::vector<std::string> names;  ///< "-o", "--json"; empty for a positional
  std::string value;               ///< the name of its value in the help
  std::string description;
  ValueKind kind = ValueKind::kNone;
  std::vector<std::string> words;  ///< for kWords
  bool required = false, repeatable = false;
};

struct CommandFacts {
  std::string name, description, footer;
  std::vector<OptionFacts> options;
};

/// The commands in the order of the help, without hidden ones.
std::vector<CommandFacts> commands_of(const CLI::App& app, const KnownWords& known);

}  // namespace rtlgen::cli

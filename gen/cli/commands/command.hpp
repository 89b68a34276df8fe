// A command: what the program needs from each. A new one is a file in this folder with its own options, and a line
// in commands.hpp and program.cpp.
#pragma once

#include "cli/commands/output.hpp"
#include "cli/commands/places.hpp"
#include "driver/prepare/choices.hpp"

namespace rtlgen {
class Diagnostics;
struct WarningPolicy;
}  // namespace rtlgen

namespace CLI {
class App;
}  // namespace CLI

namespace rtlgen::cli {

struct Description;

/// --no-warn and --werror.
struct Warnings {
  std::vector<std::string> off;  ///< names or codes
  bool as_errors = false;

  [[nodiscard]] WarningPolicy policy() const;
};

/// The parser writes into its members, so an object stays where it is.
class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  /// Adds the subcommand and its options; returns it.
  virtual CLI::App* declare(CLI::App& program) = 0;
  /// After parsing, and after all of the following was checked. Returns the exit status.
  virtual int run(Diagnostics& diagnostics) = 0;

  /// The description that it reads; null: none.
  virtual Description* description() { return nullptr; }
  /// The board or device that its options name, beside the description's --board.
  [[nodiscard]] virtual driver::Choices choices() const { return {}; }
  /// Adds files and folders that options name, but for the description and --json.
  virtual void add_places(Places& /*places*/) const {}
  /// Does it wait for requests, so that a long run is no progress to report?
  [[nodiscard]] virtual bool is_service() const { return false; }
  /// Reports what is wrong with options and needs no file to be seen.
  virtual void check_names(Diagnostics& /*diagnostics*/) const {}

  Output output;
  Warnings warnings;
};

}  // namespace rtlgen::cli

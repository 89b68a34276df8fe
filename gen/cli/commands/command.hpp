// The interface of a command. To add one, add a file with its options to this folder, and a line to commands.hpp and
// program.cpp.
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

/// Not copyable or movable, because the parser writes into its members.
class Command {
 public:
  Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  /// Adds the subcommand and its options; returns it.
  virtual CLI::App* declare(CLI::App& program) = 0;
  /// Runs the command, after the words are parsed and everything below is checked. Returns the exit status.
  virtual int run(Diagnostics& diagnostics) = 0;

  /// The description that it reads; null if it reads none.
  virtual Description* description() { return nullptr; }
  /// The board or device that its options name, besides the description's --board.
  [[nodiscard]] virtual driver::Choices choices() const { return {}; }
  /// Adds the files and folders that options name, except the description and --json.
  virtual void add_places(Places& /*places*/) const {}
  /// Whether it waits for requests, so that no progress is reported.
  [[nodiscard]] virtual bool is_service() const { return false; }
  /// Reports errors in options that can be found without reading a file.
  virtual void check_names(Diagnostics& /*diagnostics*/) const {}

  Output output;
  Warnings warnings;
};

}  // namespace rtlgen::cli

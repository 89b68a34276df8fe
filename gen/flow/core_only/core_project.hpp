// A project of the accelerator alone, for a board whose pins are the user's: it compiles for the board's part, so that
// resources and timing are the tool's and not a model's, and makes no bitstream (docs/projects_core.md, ADR 16).
//
// Reads plan and board; there is no wiring. The accelerator is the shell where the description has a bus, else the
// core. It stands in a ring of registers, as its ports are more than a package has pins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/banner.hpp"

namespace rtlgen::emit {
struct File;
}

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::flow::core_only {

struct CoreProject {
  const plan::Plan& plan;
  const board::Board& board;
  emit::Banner banner;
  std::vector<std::string> core;     ///< files of the core below rtl/core, in compile order; .vhd where it is VHDL
  std::vector<std::string> shell;    ///< below rtl/shell; empty without a bus
  std::string expected;              ///< Markdown: resources, clock and speed that the model predicts
  std::int64_t model_registers = 0;  ///< that the model predicts; 0: none
  std::string command;               ///< that made the project, for its README

  [[nodiscard]] std::string name() const;
  /// The ring, which is the top: <name>_<board>.
  [[nodiscard]] std::string top() const;
  /// The module inside it.
  [[nodiscard]] std::string accelerator() const;
};

/// Whether there is a flow for what `board.tool` says.
bool has_flow(const board::Board& board);

/// Faults RG0810: a part whose number is not known, what such a project cannot have.
void check(const CoreProject& project, Diagnostics& diagnostics);

/// Of rtl/shell and rtl/core, as the board's tool takes it.
emit::File adapted(const CoreProject& project, emit::File file);

/// All but HDL of accelerator and manifest, paths relative to the project's folder.
std::vector<emit::File> files(const CoreProject& project);

}  // namespace rtlgen::flow::core_only

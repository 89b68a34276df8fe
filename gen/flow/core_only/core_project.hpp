// A project with only the accelerator, for a board whose pins the user assigns. It compiles for the board's part, so
// that resources and timing come from the tool and not from a model, and makes no bitstream (docs/projects_core.md, ADR
// 16).
//
// Reads plan and board; there is no wiring. The accelerator is the shell if the description has a bus, else the core.
// It is surrounded by a ring of registers, because it has more ports than a package has pins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/banner.hpp"
#include "flow/described.hpp"

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
  Described description;
  std::vector<std::string> core;     ///< files of the core below rtl/core, in compile order; .vhd for VHDL
  std::vector<std::string> shell;    ///< below rtl/shell; empty without a bus
  std::string expected;              ///< Markdown: the model's predictions of resources, clock and speed
  std::int64_t model_registers = 0;  ///< registers predicted by the model; 0: none
  std::string command;               ///< command line that made the project, for its README

  [[nodiscard]] std::string name() const;
  /// The ring, which is the top: <name>_<board>.
  [[nodiscard]] std::string top() const;
  /// The module inside it.
  [[nodiscard]] std::string accelerator() const;
};

/// Whether there is a flow for `board.tool`.
bool has_flow(const board::Board& board);

/// Reports RG0810: an unknown part number, and features that such a project does not support.
void check(const CoreProject& project, Diagnostics& diagnostics);

/// A file of rtl/shell or rtl/core, adapted to the board's tool.
emit::File adapted(const CoreProject& project, emit::File file);

/// All files except HDL of the accelerator and the manifest, with paths relative to the project's folder.
std::vector<emit::File> files(const CoreProject& project);

}  // namespace rtlgen::flow::core_only

// A vendor project with only the accelerator, for a board whose pins the user assigns: docs/projects_core.md.
#pragma once

#include <string>
#include <vector>

#include "driver/project/project.hpp"
#include "flow/core_only/core_project.hpp"

namespace rtlgen::driver {

/// Whether it is a board without wiring whose tool has a flow for it.
bool is_core_project(const board::Board& board);

/// Such a project before it is written.
struct PlannedCore {
  HdlChoice hdl = HdlChoice::kVerilog;
  board::Board board;
  ModelReport model;
  flow::Described description;
  std::vector<emit::File> design;        ///< HDL and manifest.json with their paths
  std::vector<std::string> core, shell;  ///< files of rtl/core and rtl/shell in compile order
  std::string expected, command;

  [[nodiscard]] flow::core_only::CoreProject flow() const;
  /// All files of the folder.
  [[nodiscard]] std::vector<emit::File> files() const;
};

/// Reports faults of the description and the board, and RG0810.
Result<PlannedCore> plan_core_project(const ProjectOptions& options, Diagnostics& diagnostics);
Result<PlannedCore> plan_core_project(const ProjectOptions& options, const board::Board& board,
                                      Diagnostics& diagnostics);

}  // namespace rtlgen::driver

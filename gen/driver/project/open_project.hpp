// A project of open tools, for a board without memory: docs/projects.md, "Open tools".
#pragma once

#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "driver/project/project.hpp"
#include "flow/open/open_project.hpp"

namespace rtlgen::driver {

/// A board whose wiring is of the tool `open`.
bool is_open_project(const board::Board& board);

/// Such a project before it is written.
struct PlannedOpen {
  Source source;
  std::uint32_t identity = 0;
  board::Board board;
  board::Wiring wiring;
  ModelReport model;
  std::vector<emit::File> design;  ///< HDL of the core and manifest.json at their places
  std::vector<std::string> core;   ///< files of rtl/core in compile order
  std::string expected, command, keys;

  [[nodiscard]] flow::open::OpenProject flow() const;
  /// All that the folder gets.
  [[nodiscard]] std::vector<emit::File> files() const;
};

/// Faults are those of the description and the board, and RG0810.
Result<PlannedOpen> plan_open_project(const ProjectOptions& options, const board::Board& board,
                                      Diagnostics& diagnostics);

}  // namespace rtlgen::driver

// A project for open tools and a board without memory: docs/projects.md, "Open tools".
#pragma once

#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "driver/project/project.hpp"
#include "flow/open/open_project.hpp"

namespace rtlgen::driver {

/// Whether it is a board whose wiring has the tool `open`.
bool is_open_project(const board::Board& board);

/// Such a project before it is written.
struct PlannedOpen {
  Source source;
  std::uint32_t identity = 0;
  board::Board board;
  board::Wiring wiring;
  ModelReport model;
  flow::Described description;
  std::vector<emit::File> design;  ///< HDL of the core and manifest.json with their paths
  std::vector<std::string> core;   ///< files of rtl/core in compile order
  std::string expected, command, keys;

  [[nodiscard]] flow::open::OpenProject flow() const;
  /// All files of the folder.
  [[nodiscard]] std::vector<emit::File> files() const;
};

/// Reports faults of the description and the board, and RG0810.
Result<PlannedOpen> plan_open_project(const ProjectOptions& options, const board::Board& board,
                                      Diagnostics& diagnostics);

}  // namespace rtlgen::driver

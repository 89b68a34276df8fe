// A vendor project of a planned accelerator and a wired board: top, IP scripts, constraints, build script, README.
//
// Reads the plan and the board's wiring and decides nothing: clocks, connections and their reasons
// are in docs/projects.md. The core, the shell and manifest.json are put beside these files by the caller.
#pragma once

#include <string>
#include <vector>

#include "board/wiring.hpp"
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

namespace rtlgen::flow {

struct Project {
  const plan::Plan& plan;
  const board::Board& board;
  const board::Wiring& wiring;
  emit::Banner banner;
  std::vector<std::string> core;   ///< files of the core below rtl/core, in compile order; .vhd where it is VHDL
  std::vector<std::string> shell;  ///< below rtl/shell
  std::string expected;            ///< Markdown: resources, clock and speed that the model predicts
  std::string command;             ///< that made the project, for its README
  std::string keys;                ///< as --set, with which the card is this description's

  /// Of the stencil.
  [[nodiscard]] std::string name() const;
  /// Its top module: <name>_<board>.
  [[nodiscard]] std::string top() const;
};

/// The parts of Project::top.
std::string top_name(const std::string& name, const std::string& board);
/// Kernel n of a Vitis project on its card: "hotspot2d_u250_1" is the first.
std::string compute_unit(const std::string& top, std::size_t kernel);

/// Faults RG0810 where the accelerator does not suit the wiring: channels, bus, clocks.
void check_project(const Project& project, Diagnostics& diagnostics);

/// Paths relative to the project's folder.
std::vector<emit::File> project_files(const Project& project);

/// The vendor's IP as Verilog black boxes, for lint: modules of the names that the top instantiates, with every port of
/// boards/ip at the board's width; the FPGA's buffers too.
std::string black_boxes(const Project& project);

/// The same modules around the models of sim/vendor: all ports but the transceivers' and the memory's pins.
std::string model_shims(const Project& project);

}  // namespace rtlgen::flow

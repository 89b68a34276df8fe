// A vendor project for a planned accelerator and a wired board: top, IP scripts, constraints, build script, README.
//
// Reads the plan and the board's wiring and decides nothing; docs/projects.md explains clocks and connections. The
// caller adds the core, the shell and manifest.json to these files.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "board/wiring.hpp"
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

namespace rtlgen::flow {

/// A register of the core that a logic analyser sees; `path` is below the core.
struct CoreTap {
  std::string name;                                       ///< "executor_3.x"
  std::vector<std::pair<std::string, std::string>> path;  ///< module and instance
  std::string signal;
  int bits = 0;  ///< 0: a single bit without an index
};

struct Project {
  const plan::Plan& plan;
  const board::Board& board;
  const board::Wiring& wiring;
  emit::Banner banner;
  Described description;
  std::vector<std::string> core;   ///< files of the core below rtl/core, in compile order; .vhd for VHDL
  std::vector<std::string> shell;  ///< below rtl/shell
  std::string expected;            ///< Markdown: the model's predictions of resources, clock and speed
  std::string command;             ///< command line that made the project, for its README
  std::string keys;                ///< --set options that make a run match the card
  std::uint32_t identity = 0;      ///< the digest in manifest.json
  std::vector<CoreTap> taps;       ///< with `position` of hardware.debug

  /// The name of the stencil.
  [[nodiscard]] std::string name() const;
  /// The top module: <name>_<board>.
  [[nodiscard]] std::string top() const;
};

/// Project::top from the names of the stencil and the board.
std::string top_name(const std::string& name, const std::string& board);
/// Kernel n of a Vitis project on its card: "hotspot2d_u250_1" is the first.
std::string compute_unit(const std::string& top, std::size_t kernel);

/// Reports RG0810 if the accelerator does not match the wiring: channels, bus, clocks.
void check_project(const Project& project, Diagnostics& diagnostics);

/// All files, with paths relative to the project's folder.
std::vector<emit::File> project_files(const Project& project);

/// The vendor's IP as Verilog black boxes, for lint: modules with the names that the top instantiates, with every port
/// of boards/ip in the board's width; also the FPGA's buffers.
std::string black_boxes(const Project& project);

/// The same modules around the models of sim/vendor: all ports except those of the transceivers and the memory's pins.
std::string model_shims(const Project& project);

}  // namespace rtlgen::flow

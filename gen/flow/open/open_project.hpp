// A project for a board whose bitstream open tools make: Yosys, nextpnr, icepack or ecppack, openFPGALoader
// (docs/projects.md, "Open tools").
//
// The board has no memory for the grid: it stays in the host, which sends words through a serial line to the core
// (rtl/rtlgen_uart_stream.v, docs/adr/0017-uart-host.md). Reads plan, board and wiring.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/banner.hpp"
#include "flow/open/pll.hpp"
#include "netlist/netlist.hpp"

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
struct Wiring;
}  // namespace rtlgen::board

namespace rtlgen::flow::open {

struct OpenProject {
  const plan::Plan& plan;
  const board::Board& board;
  const board::Wiring& wiring;
  emit::Banner banner;
  std::uint32_t identity;         ///< of the hardware, as the line tells it
  std::vector<std::string> core;  ///< files of the core below rtl/core, in compile order
  std::string expected;           ///< Markdown: resources, clock and speed that the model predicts
  std::string command;            ///< that made the project, for its README
  std::string keys;               ///< as --set, with which a run has the same hardware

  [[nodiscard]] std::string name() const;
  /// The top module: <name>_<board>.
  [[nodiscard]] std::string top() const;
  /// The clock of the design: the fastest that the part's PLL makes of the oscillator, no faster than the plan's, from
  /// which the line's speed can be divided. check() has found that there is one.
  [[nodiscard]] Clock clock() const;
};

/// Faults RG0810: what a board without memory cannot have, what no frame of its line holds, a clock that no PLL makes.
void check(const OpenProject& project, Diagnostics& diagnostics);

/// The module whose ports are the board's pins.
netlist::Module top_module(const OpenProject& project);

/// All but HDL of the core and manifest, paths relative to the project's folder.
std::vector<emit::File> files(const OpenProject& project);

/// Makefile, scripts and constraints.
std::vector<emit::File> script_files(const OpenProject& project);
std::string readme_text(const OpenProject& project);

}  // namespace rtlgen::flow::open

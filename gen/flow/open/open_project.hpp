// A project for a board with open tools: Yosys, nextpnr, icepack or ecppack, openFPGALoader (docs/projects.md, "Open
// tools").
//
// The board has no memory for the grid: it stays in the host, which sends words through a serial line to the core
// (rtl/rtlgen_uart_stream.v, docs/adr/0017-uart-host.md). Reads plan, board and wiring.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/banner.hpp"
#include "flow/described.hpp"
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
  Described description;
  std::uint32_t identity;         ///< identity of the hardware, as reported over the line
  std::vector<std::string> core;  ///< files of the core below rtl/core, in compile order
  std::string expected;           ///< Markdown: the model's predictions of resources, clock and speed
  std::string command;            ///< command line that made the project, for its README
  std::string keys;               ///< --set options for a run with the same hardware

  [[nodiscard]] std::string name() const;
  /// The top module: <name>_<board>.
  [[nodiscard]] std::string top() const;
  /// The clock of the design: the fastest that the part's PLL can make from the oscillator, that does not exceed the
  /// plan's clock, and that can be divided to the speed of the line. check() has verified that there is one.
  [[nodiscard]] Clock clock() const;
};

/// Reports RG0810: features that need memory, contents that exceed a frame of the line, or the lack of a suitable PLL
/// clock.
void check(const OpenProject& project, Diagnostics& diagnostics);

/// The module whose ports are the board's pins.
netlist::Module top_module(const OpenProject& project);

/// All files except HDL of the core and the manifest, with paths relative to the project's folder.
std::vector<emit::File> files(const OpenProject& project);

/// Makefile, scripts and constraints.
std::vector<emit::File> script_files(const OpenProject& project);
std::string readme_text(const OpenProject& project);

}  // namespace rtlgen::flow::open

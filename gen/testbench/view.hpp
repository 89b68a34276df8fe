// What a waveform viewer shows: the ports of a core and of what is inside it, grouped by Executor, Dimension
// and Kernel, as a save file of GTKWave or as commands for Surfer.
//
// The ports of every Executor are shown, and the inside of the first one: all Executors are the same module, and
// waveforms of large cores hold no more (docs/simulation.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::hw {
struct Design;
}

namespace rtlgen::emit {
struct Banner;
}

namespace rtlgen::testbench {

struct ViewSignal {
  std::string path;  ///< scopes and name, with dots between them
  int width = 1;
};

struct ViewGroup {
  std::string title;  ///< "Executor 0"
  std::vector<ViewSignal> signals;
  std::vector<ViewGroup> groups;
};

/// How names stand in a waveform. VHDL simulators write small letters only; in Verilog that GHDL makes, the core and
/// its ports keep theirs.
enum class ViewNames : std::uint8_t { kAsWritten, kLower, kLowerInside };

/// Where in a waveform the core is.
struct ViewPlace {
  std::string core;  ///< its scope, as it stands there: "heat_tb.core"
  ViewNames names = ViewNames::kAsWritten;
  /// Is the inside of an Executor in one more scope, of its module's name? Verilator's blocks are so.
  bool has_blocks = false;
};

ViewGroup view_of(const hw::Design& design, const ViewPlace& place);

/// A save file of GTKWave (.gtkw).
std::string gtkwave_view(const ViewGroup& view, const emit::Banner& banner);
/// A command file of Surfer (.sucl).
std::string surfer_view(const ViewGroup& view, const emit::Banner& banner);

}  // namespace rtlgen::testbench

// Views for waveform viewers: the ports of a core and of the modules inside it, grouped by Executor, Dimension and
// Kernel, as a save file for GTKWave or as commands for Surfer.
//
// The ports of every Executor are shown, and the inside of the first one: all Executors are the same module, and
// waveforms of large cores contain no more (docs/simulation.md).
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

/// The form of names in a waveform. VHDL simulators write only lower case; in Verilog made by GHDL, the core and its
/// ports keep their names.
enum class ViewNames : std::uint8_t { kAsWritten, kLower, kLowerInside };

/// The place of the core in a waveform.
struct ViewPlace {
  std::string core;  ///< its scope, in the waveform's spelling: "heat_tb.core"
  ViewNames names = ViewNames::kAsWritten;
  /// Whether the inside of an Executor is in an additional scope with its module's name, as in Verilator's blocks.
  bool has_blocks = false;
};

ViewGroup view_of(const hw::Design& design, const ViewPlace& place);

/// A save file of GTKWave (.gtkw).
std::string gtkwave_view(const ViewGroup& view, const emit::Banner& banner);
/// A command file of Surfer (.sucl).
std::string surfer_view(const ViewGroup& view, const emit::Banner& banner);

}  // namespace rtlgen::testbench

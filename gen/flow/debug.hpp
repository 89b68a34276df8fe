// Signals for a logic analyser in a card (hardware.debug): taps of the shell's probes and of registers of the core, by
// group.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::flow {

struct Project;

/// A register that the analyser sees.
struct Tap {
  bool on_bus = false;                                    ///< at bus_clk, else at kernel_clk
  std::string name;                                       ///< "core_in.valid", "executor_3.x"
  std::vector<std::pair<std::string, std::string>> path;  ///< module and instance, from the top inwards
  std::string signal;
  int bits = 0;                ///< 0: a single bit without an index
  bool has_attributes = true;  ///< its own text keeps it in synthesis

  [[nodiscard]] std::vector<std::string> bit_names() const;  ///< "x[0]", "x[1]", ...
};

/// Those of all kernels; empty without hardware.debug. Groups are in the order of the data, from memory to memory.
std::vector<Tap> taps_of(const Project& project);

bool has_taps(const Project& project);

/// Whether the registers of the card can also be reached through JTAG.
bool has_register_debugger(const Project& project);

/// Report RG0810 if projects of `tool` have no taps; if what the description asks for gives none.
void refuse_debug(const Project& project, Diagnostics& diagnostics, const std::string& tool);
void check_debug(const Project& project, Diagnostics& diagnostics);

}  // namespace rtlgen::flow

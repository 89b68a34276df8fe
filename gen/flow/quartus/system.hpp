// Platform Designer systems of a card: the vendor's IP, its connections, its exported interfaces.
//
// A system is a module of the top. Scripts, the top and the replacements for simulation are all made from this, so
// their ports agree.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "board/wiring.hpp"

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::flow {
struct Project;
}

namespace rtlgen::flow::quartus {

struct Instance {
  std::string name;
  board::IpUse use;
};

struct Link {
  std::string from, to;  ///< "instance.interface"
  std::string base;      ///< address of the slave for an Avalon master; empty: not Avalon
};

/// An interface at the system's border, with ports called "<name>_<role>".
struct Export {
  std::string name, of;
};

struct System {
  std::string name;
  std::vector<Instance> instances;
  std::vector<Link> links;
  std::vector<Export> exports;

  /// The interface "instance.interface"; an unknown one is a bug in rtlgen.
  [[nodiscard]] const board::IpInterface& interface(const std::string& endpoint) const;
  /// The system as an IP, with the ports of its module.
  [[nodiscard]] board::IpUse border() const;
};

/// "card_clock": the kernel's clock, from the board's oscillator.
System clock_system(const Project& project);
/// "card_pcie": PCIe with its DMA and everything that it needs, and Avalon bridges towards the card.
System pcie_system(const Project& project);
/// "card_release": high until the whole device is configured.
System release_system(const Project& project);
/// "card_calibration_<row>": calibrates the memory controllers in a row of the chip, in the order of rows_of.
System calibration_system(const Project& project, int row);
/// "card_memory_<k>": a memory controller.
System memory_system(const Project& project, std::size_t channel);
std::vector<System> systems_of(const Project& project);
/// Whether a system includes a script that assigns its memory's pins, which must run after the design is mapped.
bool has_pin_script(const System& system);

/// Whether a controller is reset by requests, which it accepts only at certain times.
bool is_restarted(const Project& project, std::size_t channel);

/// The text of ip/<name>.tcl, for qsys-script.
std::string script_of(const Project& project, const System& system);

/// Width of a byte address for all memory channels, which are consecutive.
int card_address_bits(const board::Wiring& wiring);
/// Whether the transceivers are calibrated by separate IP, clocked by the board's oscillator.
bool is_calibrated_outside(const board::Wiring& wiring);
/// Whether logic must wait until a reset release IP says that the whole device is configured.
bool is_released(const board::Wiring& wiring);
/// Memory channels that are calibrated together, by row of the chip.
std::map<int, std::vector<std::size_t>> rows_of(const board::Wiring& wiring);
/// Whether the DMA fetches descriptors by itself; otherwise they come through the card's address space.
bool has_own_descriptors(const board::Wiring& wiring);
/// The BAR with the accelerator's registers.
int registers_bar(const board::Wiring& wiring);
/// Quartus' name of the device family.
std::string family_of(const board::Board& board);

}  // namespace rtlgen::flow::quartus

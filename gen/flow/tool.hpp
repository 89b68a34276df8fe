// The parts of a project that depend on the vendor's tool: the bus of its cards, files, texts of the README,
// replacements for its IP.
//
// A tool is a value of board::Wiring::tool and a folder of gen/flow. Only that folder contains details of its scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::emit {
struct File;
}

namespace rtlgen::spec {
struct Bus;
}

namespace rtlgen::board {
struct Wiring;
}

namespace rtlgen::netlist {
struct Module;
}

namespace rtlgen::flow {

struct Project;

/// Texts of a project's README that differ between tools.
struct Words {
  std::string build;     ///< the commands, as an indented block of Markdown, and what stops a build
  std::string card;      ///< the row for the top in the table of files; empty: that of a card
  std::string files;     ///< rows of the table of files
  std::string clocks;    ///< after "Clocks: "
  std::string stand_in;  ///< "a stand-in for ...", with which the scripts were run
  std::string proven;    ///< list of checks, before those of the scripts; empty: those of a card
  std::string unproven;  ///< list of missing checks; empty: those of a card
  std::string host;      ///< the commands that run the card
};

/// How a host's driver finds Intel's Avalon-MM DMA on a card.
struct AvalonDma {
  int registers_bar = 0;  ///< BAR with the accelerator's registers; BAR 0 has those of the DMA
  std::optional<std::uint64_t>
      tables;       ///< card address at which the DMA receives tables of descriptors; none: it has queues
  int message = 0;  ///< MSI-X number for a DMA with queues
};

class Tool {
 public:
  virtual ~Tool() = default;
  /// Like the functions of Project with these names.
  virtual void check(const Project& project, Diagnostics& diagnostics) const = 0;
  /// All files except README.md, in a fixed order.
  [[nodiscard]] virtual std::vector<emit::File> files(const Project& project) const = 0;
  [[nodiscard]] virtual Words words(const Project& project) const = 0;
  /// Present for cards with such a DMA.
  [[nodiscard]] virtual std::optional<AvalonDma> avalon_dma(const board::Wiring&) const { return std::nullopt; }
  [[nodiscard]] virtual std::string black_boxes(const Project& project) const = 0;
  [[nodiscard]] virtual std::string model_shims(const Project& project) const = 0;
};

/// One per value of board::Wiring::tool; any other value is a bug in rtlgen, because the reader refuses it.
const Tool& tool_of(const board::Wiring& wiring);

namespace quartus {
const Tool& tool();
}
namespace vivado {
const Tool& tool();
}
namespace vitis {
const Tool& tool();
}

/// The files of a card: the modules of rtl/ that its top uses, the top, scripts and constraints.
std::vector<emit::File> card_files(const Project& project, const std::vector<std::string>& leaves,
                                   const netlist::Module& top, std::vector<emit::File> scripts,
                                   const std::vector<emit::File>& constraints);

/// Words::clocks of a card; `source` provides the bus clock.
std::string card_clocks(const Project& project, const std::string& source);

/// The line of Words::build about the card's flash; "" if it has none.
std::string flash_command(const board::Wiring& wiring);

/// Reports a description whose bus or channels differ from the board's.
void check_bus(const Project& project, Diagnostics& diagnostics);

/// Reports RG0810: a description that does not match the wiring.
void unsuitable(const Project& project, Diagnostics& diagnostics, const std::string& message,
                std::vector<std::string> notes);

}  // namespace rtlgen::flow

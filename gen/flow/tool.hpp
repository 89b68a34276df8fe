// What a vendor's tool needs for a project: the bus of its cards, files, texts of the README, stand-ins of its
// IP.
//
// A tool is one of board::Wiring::tool and a folder of gen/flow. Nothing outside that folder knows how its scripts
// look.
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

namespace rtlgen::flow {

struct Project;

/// What differs between tools in a project's README.
struct Words {
  std::string build;     ///< the commands, an indented block of Markdown, and what ends a build
  std::string card;      ///< the row of the table of files that is the top; empty: a card's
  std::string files;     ///< rows of the table of files
  std::string clocks;    ///< after "Clocks: "
  std::string stand_in;  ///< "a stand-in for ..." that ran the scripts
  std::string proven;    ///< items of what is checked, before the scripts; empty: a card's
  std::string unproven;  ///< what is not; empty: a card's
  std::string host;      ///< the commands that run the card
};

/// How a host's driver finds Intel's DMA of Avalon-MM on a card.
struct AvalonDma {
  int registers_bar = 0;  ///< which has the accelerator's registers; 0 is the DMA's own
  std::optional<std::uint64_t>
      tables;       ///< the card's address at which the DMA takes tables of descriptors in; none: it has queues
  int message = 0;  ///< MSI-X of the one with queues
};

class Tool {
 public:
  virtual ~Tool() = default;
  /// As Project's functions of these names.
  virtual void check(const Project& project, Diagnostics& diagnostics) const = 0;
  /// All but README.md, in a fixed order.
  [[nodiscard]] virtual std::vector<emit::File> files(const Project& project) const = 0;
  [[nodiscard]] virtual Words words(const Project& project) const = 0;
  /// Of cards that have it.
  [[nodiscard]] virtual std::optional<AvalonDma> avalon_dma(const board::Wiring&) const { return std::nullopt; }
  [[nodiscard]] virtual std::string black_boxes(const Project& project) const = 0;
  [[nodiscard]] virtual std::string model_shims(const Project& project) const = 0;
};

/// One per word of board::Wiring::tool; a word without one is a bug in rtlgen, as the reader refuses it.
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

/// Faults where the description's bus or channels are not the board's.
void check_bus(const Project& project, Diagnostics& diagnostics);

/// RG0810 for a description that does not suit the wiring.
void unsuitable(const Project& project, Diagnostics& diagnostics, const std::string& message,
                std::vector<std::string> notes);

}  // namespace rtlgen::flow

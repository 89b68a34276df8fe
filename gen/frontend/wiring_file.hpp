// From boards/<id>/wiring.yaml and boards/ip/*.yaml to a checked board::Wiring. Keys: docs/projects.md.
//
// Checked besides keys and words: parameters are those of the IP and have values it takes; every port of an IP has a
// width; a pin is used once, a port is wired once; a clock comes in at a port that has pins.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

/// Texts of the files that this program carries: "kcu105" is a board's wiring, "ip/ddr4" an IP.
const std::map<std::string, std::string>& wiring_texts();

/// The wiring of a board by its id. Faults: RG0222 for a board without one or for what contradicts itself, else those
/// of the file.
Result<board::Wiring> load_wiring(const std::string& board, Diagnostics& diagnostics);

/// The same for texts already in memory; `filename` names the board's in diagnostics.
Result<board::Wiring> load_wiring_text(const std::string& text, const std::string& filename,
                                       const std::map<std::string, std::string>& texts, Diagnostics& diagnostics);

/// Boards of ours behind a serial line.
std::vector<std::string> boards_with_uart();

}  // namespace rtlgen::frontend

// Reads boards/<id>/wiring.yaml and boards/ip/*.yaml into a checked board::Wiring. docs/projects.md describes the keys.
//
// Checked besides keys and words: parameters exist in the IP and have allowed values; every port of an IP has a width;
// each pin is used once and each port wired once; a clock enters at a port with pins.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

/// Texts of the built-in files: "kcu105" is the wiring of a board, "ip/ddr4" an IP.
const std::map<std::string, std::string>& wiring_texts();

/// The wiring of a board by its id. Reports RG0222 for a board without wiring or with contradictory wiring, and the
/// faults of the file.
Result<board::Wiring> load_wiring(const std::string& board, Diagnostics& diagnostics);

/// The same; for a board of the user's, the message says that its own wiring is not read.
Result<board::Wiring> load_wiring(const board::Board& board, Diagnostics& diagnostics);

/// The same for texts in memory; `filename` names the board's file in diagnostics.
Result<board::Wiring> load_wiring_text(const std::string& text, const std::string& filename,
                                       const std::map<std::string, std::string>& texts, Diagnostics& diagnostics);

/// Whether the board has a serial line to its host; false without wiring.
bool has_uart(const std::string& board);
/// Supported boards with a serial line.
std::vector<std::string> boards_with_uart();

}  // namespace rtlgen::frontend

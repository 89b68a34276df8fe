// Common parts of the reports of all runs: on the golden engine, in simulation or on a card.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/report.hpp"

namespace rtlgen::golden {
struct Pass;
}

namespace rtlgen::cli {

/// "64 x 32".
std::string extents_text(const spec::Extents& extents, int axes);
/// "64 x 32 cells".
std::string cells_text(const spec::Extents& extents, int axes);

/// A line with the number of cells that are wrong or were not compared.
std::string differing_text(std::int64_t cells);
std::string ignored_text(std::int64_t cells);

/// The files that the run wrote, one per line.
std::string written_text(const std::vector<std::string>& written);

/// The monitors of the last few passes.
std::string passes_text(const spec::Program& program, const std::vector<golden::Pass>& passes, bool stopped);

/// Every pass: its monitors, and the run-time parameters that it used.
Json passes_json(const spec::Program& program, const std::vector<golden::Pass>& passes);

}  // namespace rtlgen::cli

// Reads a YAML file's text, and makes it one whose columns are what one sees.
#pragma once

#include <cstddef>
#include <string>

#include "support/result.hpp"

namespace rtlgen::frontend {

/// Faults: RG0101, RG0103.
Result<std::string> read_source_file(const std::string& path, Diagnostics& diagnostics);

/// The text without byte order mark and with plain line ends; nothing (RG0103) if it is too large.
Result<std::string> normalized_source(const std::string& text, const std::string& filename, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend

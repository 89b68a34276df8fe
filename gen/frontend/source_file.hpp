// Reads a YAML file's text, and makes it one whose columns are what one sees.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "support/result.hpp"

namespace rtlgen::frontend {

/// At most kMaxFileBytes + 1 bytes of a file, or of standard input where the path is `-`. What can be read only once (a
/// pipe, standard input) is kept, and is the same for every later call. A named pipe without a writer is a fault
/// after kPipePatience. Fault: RG0101, with the reason.
Result<std::string> read_source_file(const std::string& path, Diagnostics& diagnostics);

/// How long a pipe may stand without anyone who writes into it.
constexpr std::chrono::milliseconds kPipePatience{3000};

/// The text without byte order mark and with plain line ends; nothing (RG0103) if it is too large.
Result<std::string> normalized_source(const std::string& text, const std::string& filename, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend

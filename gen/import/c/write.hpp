// Writes the lines of a C program as YAML.
#pragma once

#include <string>

#include "import/c/lines.hpp"
#include "import/import.hpp"

namespace rtlgen::importer::c {

/// The commented YAML. Throws Abandoned after reporting faults. `file` names the program in the comments.
std::string write(const Trace& trace, const Layout& layout, const Lines& lines, const std::string& file,
                  const Options& options, const Reporter& reporter);

}  // namespace rtlgen::importer::c

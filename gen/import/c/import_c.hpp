// Converts a C file to YAML in these steps: tree, trace, layout, lines, document.
#pragma once

#include <string>

#include "import/import.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::c {

/// The commented YAML of the loops selected by the options and `#pragma rtlgen`. Throws Abandoned.
std::string import_c(const std::string& file, const Options& options, const Reporter& reporter);

}  // namespace rtlgen::importer::c

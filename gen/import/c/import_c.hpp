// A C file as YAML: tree, trace, layout, lines, document, in that order.
#pragma once

#include <string>

#include "import/import.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::c {

/// The commented YAML of the loops that the options and `#pragma rtlgen` name. Throws Abandoned.
std::string import_c(const std::string& file, const Options& options, const Reporter& reporter);

}  // namespace rtlgen::importer::c
